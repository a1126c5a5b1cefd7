import { Info } from 'lucide-react';
import type { SpeechChoice } from '#contract/transcripts.ts';
import { Select } from '#web/ui/select.tsx';
import { useHasAssemblyAi } from './data.ts';

const OPTIONS: readonly { value: SpeechChoice; label: string }[] = [
  { value: 'auto', label: 'Best available (AssemblyAI)' },
  { value: 'assemblyai', label: 'AssemblyAI only' },
  { value: 'local', label: 'Local engine (English)' },
];

interface EngineSelectProps {
  value: SpeechChoice;
  onChange: (choice: SpeechChoice) => void;
}

/** Which engine is to transcribe, where there is a choice, and what follows from it. */
export function EngineSelect({ value, onChange }: EngineSelectProps) {
  const hasAssemblyAi = useHasAssemblyAi();
  return (
    <div className="space-y-3">
      {hasAssemblyAi && (
        <Select
          label="Transcribe with"
          value={value}
          options={OPTIONS}
          onChange={onChange}
          className="max-w-xs"
        />
      )}
      <p className="flex gap-2 text-sm text-quiet">
        <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {consequence(value, hasAssemblyAi)}
      </p>
    </div>
  );
}

function consequence(choice: SpeechChoice, hasAssemblyAi: boolean): string {
  if (!hasAssemblyAi) return 'The local speech engine understands English only.';
  switch (choice) {
    case 'auto':
      return 'The sound is sent to AssemblyAI, which understands many languages, and deleted there afterwards. When it is too long for AssemblyAI, or today’s shared minutes are used up, the local engine does it.';
    case 'assemblyai':
      return 'The sound is sent to AssemblyAI, which understands many languages, and deleted there afterwards.';
    case 'local':
      return 'The sound stays with this installation. The local engine understands English only.';
  }
}
