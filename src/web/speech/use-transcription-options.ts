import { useState } from 'react';
import { type TranscriptionOptions, USUAL_OPTIONS } from '#contract/transcription-options.ts';
import { useEngines } from './data.ts';
import { engineInForce } from './engine-options.ts';

/** The options of one way in, as its form shows them and as they are to be sent. */
export interface ChosenOptions {
  options: TranscriptionOptions;
  change: (change: Partial<TranscriptionOptions>) => void;
}

/** The options that somebody chooses. */
export function useTranscriptionOptions(): ChosenOptions {
  const engines = useEngines();
  const [chosen, setChosen] = useState<TranscriptionOptions>(USUAL_OPTIONS);
  return {
    options: { ...chosen, engine: engineInForce(chosen.engine, engines) },
    change: (change) => setChosen((before) => ({ ...before, ...change })),
  };
}
