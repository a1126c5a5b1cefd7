import type { SpeechService } from '#contract/speech-engines.ts';
import { checkAssemblyAiKey } from './assemblyai/check-key.ts';
import { createAssemblyAiEngine } from './assemblyai/engine.ts';
import type { RemoteSpeechEngine, SpeechEngine } from './engine.ts';
import { createFakeEngine } from './fake/engine.ts';
import { createLocalEngine, type LocalEngineOptions } from './local/engine.ts';
import type { SpeechProblem } from './speech-error.ts';

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

/** An account at a service. */
export interface ServiceAccess {
  apiKey: string;
  /** Defaults to the service's own address. */
  baseUrl?: string | undefined;
}

interface Service {
  /** Cheap, and needs closing only to end its calls. */
  create: (access: ServiceAccess) => RemoteSpeechEngine;
  /** Tests a key with a call that costs nothing. Returns null if it is valid; only `key_rejected` says that the key is bad. */
  checkKey: (access: ServiceAccess) => Promise<SpeechProblem['code'] | null>;
}

const SERVICES: Readonly<Record<SpeechService, Service>> = {
  assemblyai: { create: createAssemblyAiEngine, checkKey: checkAssemblyAiKey },
};

/** Creates a service's engine for one account. */
export function createServiceEngine(service: SpeechService, access: ServiceAccess): RemoteSpeechEngine {
  return SERVICES[service].create(access);
}

/** Tests a service's key as `Service.checkKey` says. */
export function checkServiceKey(
  service: SpeechService,
  access: ServiceAccess,
): Promise<SpeechProblem['code'] | null> {
  return SERVICES[service].checkKey(access);
}
