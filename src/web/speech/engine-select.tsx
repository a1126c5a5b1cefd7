import { Info } from 'lucide-react';
import type { SpeechChoice } from '#contract/transcripts.ts';
import { Select } from '#web/ui/select.tsx';
import { useAssemblyAiKey } from './data.ts';

type Option = { value: SpeechChoice; label: string };
const BEST: Option = { value: 'auto', label: 'Best available (AssemblyAI)' };
const SERVICE: Option = { value: 'assemblyai', label: 'AssemblyAI only' };
const LOCAL: Option = { value: 'local', label: 'Local engine (English)' };

/** With a key of the user's own, the best available engine is always AssemblyAI. */
const OPTIONS = { own: [BEST, LOCAL], shared: [BEST, SERVICE, LOCAL] } as const;

interface EngineSelectProps {
  value: SpeechChoice;
  onChange: (choice: SpeechChoice) => void;
}

/** The choice of the engine, if there is one, with a line on what it means. */
export function EngineSelect({ value, onChange }: EngineSelectProps) {
  const key = useAssemblyAiKey();
  return (
    <div className="space-y-3">
      {key !== 'none' && (
        <Select
          label="Transcribe with"
          value={value}
          options={OPTIONS[key]}
          onChange={onChange}
          className="max-w-xs"
        />
      )}
      <p className="flex gap-2 text-sm text-quiet">
        <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {consequence(value, key)}
      </p>
    </div>
  );
}

function consequence(choice: SpeechChoice, key: 'own' | 'shared' | 'none'): string {
  if (key === 'none') return 'The local speech engine understands English only.';
  if (choice === 'local')
    return 'The audio stays on this installation. The local engine understands English only.';
  const sent =
    'The audio is sent to AssemblyAI, which understands many languages, and is deleted there afterwards.';
  return choice === 'auto' && key === 'shared'
    ? `${sent} When today’s shared minutes are used up, the local engine is used.`
    : sent;
}
