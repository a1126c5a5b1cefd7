import type { SendCall } from '#speech/server/transport.ts';
import type { Embedder } from './embedder.ts';
import { createLocalEmbedder } from './local/embedder.ts';
import { createServerEmbedder } from './server/embedder.ts';

/** The settings that determine which embedder there is. */
export interface EmbedderConfig {
  /** Folder of the local embedder's model. */
  modelsDir?: string;
  /** The operator's server; undefined: the local embedder. */
  server?: { baseUrl: string; model: string; apiKey: string | undefined } | undefined;
  /** How a server is reached. */
  send: SendCall;
}

/** Creates the configured embedder; nothing is loaded, started or sent before the first call. */
export function createEmbedder({ modelsDir, server, send }: EmbedderConfig): Embedder {
  if (server) return createServerEmbedder({ ...server, send });
  return createLocalEmbedder(modelsDir === undefined ? {} : { modelsDir });
}
