import type { SpeechEngine } from './engine.ts';
import { createFakeEngine } from './fake/engine.ts';
import { createLocalEngine } from './local/engine.ts';

/** Which engine to use and its settings. */
export interface EngineConfig {
  engine: 'local' | 'fake';
  /** Folder of the local engine's models. */
  modelsDir?: string | undefined;
  /** Cores that the local engine may use; all unless given. */
  threads?: number | undefined;
  /** How long the fake engine takes for each chunk; 0 unless given. */
  fakeDelayMs?: number | undefined;
}

/** Makes the configured engine; nothing is loaded or started before the first recording. */
export function createEngine({ engine, modelsDir, threads, fakeDelayMs }: EngineConfig): SpeechEngine {
  switch (engine) {
    case 'local':
      return createLocalEngine({ modelsDir, threads });
    case 'fake':
      return createFakeEngine({ delayMsPerChunk: fakeDelayMs });
  }
}
