import { Captions, Check, Copy, Download, FileText } from 'lucide-react';
import { useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { exportFilename } from '#domain/exports/filename.ts';
import { exportSrt, SRT_NEEDS_SEGMENTS } from '#domain/exports/srt.ts';
import { exportText } from '#domain/exports/text.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { DeleteButton } from './delete-button.tsx';

const COPIED_MS = 2000;

export function TranscriptActions({
  transcript,
  onDeleted,
}: {
  transcript: Transcript;
  onDeleted: () => void;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      <CopyButton transcript={transcript} />
      <ExportMenu transcript={transcript} />
      <DeleteButton transcript={transcript} onDeleted={onDeleted} />
    </div>
  );
}

function CopyButton({ transcript }: { transcript: Transcript }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(exportText(transcript));
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
      toast({ title: 'Copied!' });
    } catch {
      toast({ title: 'Error', description: 'Failed to copy transcript', variant: 'destructive' });
    }
  }
  return (
    <Button variant="outline" size="sm" onClick={() => void copy()}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      Copy
    </Button>
  );
}

function ExportMenu({ transcript }: { transcript: Transcript }) {
  function save(extension: 'txt' | 'srt', type: string) {
    if (extension === 'srt' && transcript.timestampedTranscript.length === 0) {
      toast({ title: 'Error', description: SRT_NEEDS_SEGMENTS, variant: 'destructive' });
      return;
    }
    const text = extension === 'srt' ? exportSrt(transcript) : exportText(transcript);
    saveFile(exportFilename(transcript.title, extension), type, text);
    toast({ title: 'Downloaded!' });
  }
  return (
    <Menu
      trigger={
        <Button variant="outline" size="sm">
          <Download aria-hidden="true" />
          Export
        </Button>
      }
    >
      <MenuItem onSelect={() => save('txt', 'text/plain')}>
        <FileText aria-hidden="true" />
        Text (TXT)
      </MenuItem>
      <MenuItem onSelect={() => save('srt', 'application/x-subrip')}>
        <Captions aria-hidden="true" />
        Subtitles (SRT)
      </MenuItem>
    </Menu>
  );
}
