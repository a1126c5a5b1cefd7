import { useState } from 'react';
import {
  type SpeechChoice,
  type TranscriptionOptions,
  USUAL_OPTIONS,
} from '#contract/transcription-options.ts';
import { useAssemblyAiKey } from './data.ts';

/** The options of one way in, as its form shows them and as they are to be sent. */
export interface ChosenOptions {
  options: TranscriptionOptions;
  change: (change: Partial<TranscriptionOptions>) => void;
}

/**
 * The options that somebody chooses. What is sent is what the form says: without a key it says that the recording stays here, so the local engine is asked for, and a key that is saved
 * before the recording's turn changes nothing.
 */
export function useTranscriptionOptions(): ChosenOptions {
  const key = useAssemblyAiKey();
  const [chosen, setChosen] = useState<TranscriptionOptions>(USUAL_OPTIONS);
  return {
    options: { ...chosen, engine: engineWith(chosen.engine, key) },
    change: (change) => setChosen((before) => ({ ...before, ...change })),
  };
}

function engineWith(engine: SpeechChoice, key: ReturnType<typeof useAssemblyAiKey>): SpeechChoice {
  if (key === 'none') return 'local';
  // With a key of one's own, these are the same.
  return key === 'own' && engine === 'assemblyai' ? 'auto' : engine;
}
