import { useState } from 'react';
import { LANGUAGES, languageName } from '#contract/languages.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { languageSource } from './language-source.ts';
import { useChangeTranscript } from './use-change-transcript.ts';

interface LanguageDialogProps {
  transcript: Transcript;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog that says in which language a text is, and corrects it. */
export function LanguageDialog({ transcript, open, onOpenChange }: LanguageDialogProps) {
  const { id, language } = transcript;
  const [chosen, setChosen] = useState(language ?? 'en');
  const change = useChangeTranscript(id, {
    done: 'Language changed',
    failed: 'The language could not be changed.',
  });
  const tags = LANGUAGES.map(({ tag }) => tag);
  const offered = tags.includes(chosen) ? tags : [chosen, ...tags];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Language of the text"
      description={`Search, summary and answers go by it, and so do fonts, direction and screen readers. ${languageSource(transcript) ?? ''}`}
    >
      <div className="mt-5">
        <Select
          label="Language"
          value={chosen}
          options={offered.map((tag) => ({ value: tag, label: languageName(tag) }))}
          onChange={setChosen}
        />
        <p className="mt-3 text-sm text-quiet">
          The words stay as they are. If they are in the wrong language, use “Transcribe again”.
        </p>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            if (chosen !== language) change.mutate({ id, language: chosen });
            onOpenChange(false);
          }}
        >
          Change language
        </Button>
      </div>
    </Dialog>
  );
}
