import { type AssemblyAiOptions, createAssemblyAiEngine, MAX_ASSEMBLYAI_MS } from './assemblyai/engine.ts';
import type { RemoteSpeechEngine, SpeechEngine } from './engine.ts';
import { createFakeEngine } from './fake/engine.ts';
import { createLocalEngine, type LocalEngineOptions } from './local/engine.ts';

/** Which engine to use, and its settings. */
export interface EngineConfig {
  engine: 'local' | 'fake';
  /** Folder of the local engine's models. */
  modelsDir?: string | undefined;
  /** Cores that the local engine may use; defaults to all. */
  threads?: number | undefined;
  /** How long the fake engine takes for each chunk; defaults to 0. */
  fakeDelayMs?: number | undefined;
  /** Called each time the system has killed a speech process. */
  onKilled?: LocalEngineOptions['onKilled'];
  /** Called when the network of voices was there and failed. */
  onNetworkFailed?: LocalEngineOptions['onNetworkFailed'];
}

/** Creates the configured engine; nothing is loaded or started before the first recording. */
export function createEngine({
  engine,
  modelsDir,
  threads,
  fakeDelayMs,
  onKilled,
  onNetworkFailed,
}: EngineConfig): SpeechEngine {
  switch (engine) {
    case 'local':
      return createLocalEngine({ modelsDir, threads, onKilled, onNetworkFailed });
    case 'fake':
      return createFakeEngine({ delayMsPerChunk: fakeDelayMs });
  }
}

/** The longest recording that the service accepts. */
export const MAX_CLOUD_MS = MAX_ASSEMBLYAI_MS;

/** Creates the service's engine for one account: cheap, and needs closing only to end its calls. */
export function createCloudEngine(access: AssemblyAiOptions): RemoteSpeechEngine {
  return createAssemblyAiEngine(access);
}
