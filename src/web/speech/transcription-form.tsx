import { Info } from 'lucide-react';
import { languageName } from '#contract/languages.ts';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useEngines } from './data.ts';
import { consequenceOf, engineChoices, languageChoices } from './engine-options.ts';
import { SpeakerCountSelect } from './speaker-count-select.tsx';
import type { ChosenOptions } from './use-transcription-options.ts';

const AUTOMATIC = 'automatic';

interface TranscriptionFormProps {
  chosen: ChosenOptions;
  /** Where something else decides whether speakers are suggested: whether they are. */
  speakers?: 'suggested' | 'none' | undefined;
  disabled?: boolean;
}

/** How a recording is to be transcribed, and where it goes for that; the same wherever a transcription is started. */
export function TranscriptionForm({ chosen, speakers, disabled = false }: TranscriptionFormProps) {
  const { options, change } = chosen;
  const engines = useEngines();
  const choices = engineChoices(engines);
  const languages = languageChoices(options.engine, engines);
  return (
    <div className="space-y-4">
      {speakers === undefined && (
        <Switch
          checked={options.suggestSpeakers}
          onChange={(suggestSpeakers) => change({ suggestSpeakers })}
          disabled={disabled}
          label="Suggest speakers"
          hint="Tells speakers apart by the sound of their voices. That is mostly right, but not always; you can turn it off later."
        />
      )}
      {(speakers ?? (options.suggestSpeakers ? 'suggested' : 'none')) === 'suggested' && (
        <SpeakerCountSelect
          count={options.speakers}
          onChange={(speakers) => change({ speakers })}
          disabled={disabled}
        />
      )}
      <div className="space-y-3">
        {choices.length > 0 && (
          <Select
            label="Transcribe with"
            value={options.engine}
            options={choices}
            onChange={(engine) => change({ engine })}
            disabled={disabled}
            className="max-w-xs"
          />
        )}
        {languages.length > 1 && (
          <Select
            label="Spoken language"
            value={options.language ?? AUTOMATIC}
            options={[
              { value: AUTOMATIC, label: 'Automatic' },
              ...languages.map((tag) => ({ value: tag, label: languageName(tag) })),
            ]}
            onChange={(tag) => change({ language: tag === AUTOMATIC ? null : tag })}
            disabled={disabled}
            className="max-w-xs"
          />
        )}
        <p className="flex gap-2 text-sm text-quiet">
          <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {consequenceOf(options, engines)}
        </p>
      </div>
    </div>
  );
}
