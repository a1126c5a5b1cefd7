import { type AssemblyAiOptions, createAssemblyAiEngine, MAX_ASSEMBLYAI_MS } from './assemblyai/engine.ts';
import type { RemoteSpeechEngine, SpeechEngine } from './engine.ts';
import { createFakeEngine } from './fake/engine.ts';
import { createLocalEngine, type LocalEngineOptions } from './local/engine.ts';

/** Which engine to use and its settings. */
export interface EngineConfig {
  engine: 'local' | 'fake';
  /** Folder of the local engine's models. */
  modelsDir?: string | undefined;
  /** Cores that the local engine may use; all unless given. */
  threads?: number | undefined;
  /** How long the fake engine takes for each chunk; 0 unless given. */
  fakeDelayMs?: number | undefined;
  /** Told each time that the system killed a speech process. */
  onKilled?: LocalEngineOptions['onKilled'];
}

/** Makes the configured engine; nothing is loaded or started before the first recording. */
export function createEngine({
  engine,
  modelsDir,
  threads,
  fakeDelayMs,
  onKilled,
}: EngineConfig): SpeechEngine {
  switch (engine) {
    case 'local':
      return createLocalEngine({ modelsDir, threads, onKilled });
    case 'fake':
      return createFakeEngine({ delayMsPerChunk: fakeDelayMs });
  }
}

/** The longest recording that the service takes. */
export const MAX_CLOUD_MS = MAX_ASSEMBLYAI_MS;

/** Makes the engine of the service for one account: light, and nothing to close unless one wants to end its calls. */
export function createCloudEngine(access: AssemblyAiOptions): RemoteSpeechEngine {
  return createAssemblyAiEngine(access);
}
