import { Info } from 'lucide-react';
import type { SpeechChoice } from '#contract/transcription-options.ts';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useAssemblyAiKey } from './data.ts';
import { SpeakerCountSelect } from './speaker-count-select.tsx';
import type { ChosenOptions } from './use-transcription-options.ts';

type Option = { value: SpeechChoice; label: string };
const BEST: Option = { value: 'auto', label: 'Best available (AssemblyAI)' };
const SERVICE: Option = { value: 'assemblyai', label: 'AssemblyAI only' };
const LOCAL: Option = { value: 'local', label: 'Local engine (English)' };

/** With a key of the user's own, the best available engine is always AssemblyAI. */
const OPTIONS = { own: [BEST, LOCAL], shared: [BEST, SERVICE, LOCAL] } as const;

interface TranscriptionFormProps {
  chosen: ChosenOptions;
  /** Where something else decides whether speakers are suggested: whether they are. */
  speakers?: 'suggested' | 'none' | undefined;
  disabled?: boolean;
}

/** How a recording is to be transcribed, and where it goes for that; the same wherever a transcription is started. */
export function TranscriptionForm({ chosen, speakers, disabled = false }: TranscriptionFormProps) {
  const { options, change } = chosen;
  const key = useAssemblyAiKey();
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
        {key !== 'none' && (
          <Select
            label="Transcribe with"
            value={options.engine}
            options={OPTIONS[key]}
            onChange={(engine) => change({ engine })}
            disabled={disabled}
            className="max-w-xs"
          />
        )}
        <p className="flex gap-2 text-sm text-quiet">
          <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {destination(options.engine, key)}
        </p>
      </div>
    </div>
  );
}

function destination(choice: SpeechChoice, key: 'own' | 'shared' | 'none'): string {
  if (choice === 'local')
    return 'The audio stays on this installation. The local engine understands English only.';
  const sent =
    'The audio is sent to AssemblyAI, which understands many languages, and is deleted there afterwards.';
  return choice === 'auto' && key === 'shared'
    ? `${sent} When today’s shared minutes are used up, the local engine is used.`
    : sent;
}
