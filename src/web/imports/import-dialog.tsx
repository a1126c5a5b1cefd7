import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileAudio, FileText, Info } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import { IMPORT_LABELS } from '#contract/import-formats.ts';
import {
  createFromImport,
  importOntoTranscript,
  type KeptImport,
  TRANSCRIPT_ACCEPT,
} from '#contract/imports.ts';
import { LANGUAGES, languageName } from '#contract/languages.ts';
import { UPLOAD_ACCEPT } from '#contract/media-types.ts';
import { formatTime } from '#domain/timecode.ts';
import { call } from '#web/lib/api.ts';
import { messageOfFailure } from '#web/lib/form-errors.ts';
import { TRANSCRIPTS_KEY } from '#web/lib/transcript-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DropZone } from '#web/ui/drop-zone.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { Select } from '#web/ui/select.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { sendTranscript } from './send-transcript.ts';

interface ImportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The transcript whose recording the text belongs to; null: it becomes a transcript of its own. */
  onto: TranscriptId | null;
  /** Takes a text together with the recording that it belongs to; without this, none is asked for. */
  onRecording?: ((text: KeptImport, recording: File) => void) | undefined;
  onImported?: ((id: TranscriptId) => void) | undefined;
}

/** A dialog that takes a transcript made elsewhere, and shows what was understood before it is used. */
export function ImportDialog({ open, onOpenChange, onto, onRecording, onImported }: ImportDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const read = useMutation({
    mutationFn: (file: File) => sendTranscript(file),
    onError: (error) => setProblem(messageOfFailure(error)),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="medium"
      title={onto === null ? 'Import a transcript' : 'Import a text for this recording'}
      description={
        onto === null
          ? 'A transcript that was made elsewhere, to read, search, ask and export here.'
          : 'A transcript that was made elsewhere takes the place of this text, which stays under Versions with all your changes.'
      }
    >
      <div className="mt-5">
        {read.isPending && (
          <p role="status" className="flex items-center gap-2 text-quiet">
            <Spinner className="size-4.5" />
            Reading the file…
          </p>
        )}
        {!read.isPending && !read.data && (
          <DropZone
            title="Drag a transcript here"
            hint="Subtitles (SRT, WebVTT, SBV, TTML), JSON of a speech program, oTranscribe, text or Word (DOCX), up to 32MB."
            inputLabel="Transcript to import"
            accept={TRANSCRIPT_ACCEPT}
            problem={problem}
            onFile={(file) => {
              setProblem(null);
              if (file) read.mutate(file);
            }}
          />
        )}
        {read.data && (
          <Understood
            preview={read.data}
            onto={onto}
            onRecording={onRecording}
            onOther={() => read.reset()}
            onCancel={() => onOpenChange(false)}
            onImported={(id) => {
              onOpenChange(false);
              onImported?.(id);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

interface UnderstoodProps extends Pick<ImportDialogProps, 'onto' | 'onRecording' | 'onImported'> {
  preview: KeptImport;
  /** Chooses another file. */
  onOther: () => void;
  onCancel: () => void;
}

function Understood({ preview, onto, onRecording, onOther, onCancel, onImported }: UnderstoodProps) {
  const queryClient = useQueryClient();
  const [isHeard, setHeard] = useState(false);
  const [language, setLanguage] = useState(preview.language);
  const use = useMutation({
    mutationFn: async () => {
      if (onto === null)
        return (await call(createFromImport, { params: { id: preview.id }, body: { language } })).id;
      const body = { importId: preview.id, timing: isHeard ? 'heard' : 'file', language } as const;
      return (await call(importOntoTranscript, { params: { id: onto }, body })).id;
    },
    onSuccess: (id) => {
      void queryClient.invalidateQueries({ queryKey: TRANSCRIPTS_KEY });
      onImported?.(id);
    },
    onError: (error) => showFailure(error, 'The text could not be imported.'),
  });
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        use.mutate();
      }}
    >
      <p className="flex items-start gap-2">
        <FileText className="mt-0.5 size-5 shrink-0 text-brand-ink" aria-hidden="true" />
        <span className="min-w-0">
          <strong className="font-semibold wrap-anywhere">{preview.filename}</strong>
          <br />
          {factsOf(preview)}
        </span>
        <Button variant="ghost" size="sm" className="-mr-2 ml-auto shrink-0" onClick={onOther}>
          Another file
        </Button>
      </p>
      <ul className="space-y-1 rounded-lg bg-sunken p-3 text-sm">
        {preview.beginning.map(({ speaker, start, text }) => (
          <li key={`${start} ${text}`} className="line-clamp-2">
            {start !== null && <span className="text-quiet tabular-nums">{formatTime(start)} </span>}
            <strong className="font-semibold">{speaker}:</strong> <span dir="auto">{text}</span>
          </li>
        ))}
      </ul>
      {notesOf(preview, onto).map((note) => (
        <p key={note} className="flex gap-2 text-sm text-quiet">
          <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {note}
        </p>
      ))}
      {onto !== null && preview.hasTimes && (
        <Switch
          checked={isHeard}
          onChange={setHeard}
          label="Take the times from the recording"
          hint="Each word gets the time at which it is heard, instead of the file’s times."
        />
      )}
      {onto === null && onRecording && (
        <RecordingField
          onFile={(file) => {
            onCancel();
            onRecording(preview, file);
          }}
        />
      )}
      <Select
        label="Language of the text"
        value={language ?? NOT_KNOWN}
        options={languagesWith(preview.language)}
        onChange={(value) => setLanguage(value === NOT_KNOWN ? null : value)}
        className="sm:w-68"
      />
      <FormButtons
        action={onto === null && onRecording ? 'Import without recording' : 'Import'}
        isBusy={use.isPending}
        onCancel={onCancel}
      />
    </form>
  );
}

/** Asks for the recording that the text belongs to. */
function RecordingField({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      Do you have the recording, too? Then each word plays.
      <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
        <FileAudio aria-hidden="true" />
        Choose its recording
      </Button>
      <input
        ref={input}
        type="file"
        accept={UPLOAD_ACCEPT}
        aria-label="Recording of this text"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => target.files?.[0] && onFile(target.files[0])}
      />
    </p>
  );
}

/** Stands for no language in the list. */
const NOT_KNOWN = 'und';

function languagesWith(found: string | null): { value: string; label: string }[] {
  const tags = LANGUAGES.map(({ tag }) => tag);
  const isListed = found === null || tags.includes(found);
  return [
    { value: NOT_KNOWN, label: 'Not known' },
    ...[...(isListed ? [] : [found]), ...tags].map((tag) => ({ value: tag, label: languageName(tag) })),
  ];
}

function factsOf({ format, encoding, wordCount, speakers, speakerCount, duration }: KeptImport): string {
  const named = speakerCount > speakers.length ? `${speakers.join(', ')}…` : speakers.join(', ');
  return [
    encoding === 'utf-8' ? IMPORT_LABELS[format] : `${IMPORT_LABELS[format]} (${encoding})`,
    `${wordCount.toLocaleString('en')} words`,
    `${speakerCount === 1 ? '1 speaker' : `${speakerCount} speakers`} (${named})`,
    duration === null ? 'no times' : formatTime(duration),
  ].join(' · ');
}

/** With a recording, the times of a text that has none come from there. */
function notesOf({ hasTimes, warnings }: KeptImport, onto: TranscriptId | null): readonly string[] {
  if (onto === null || hasTimes) return warnings;
  return ['The file has no times. Each word gets the time at which it is heard in the recording.'];
}
