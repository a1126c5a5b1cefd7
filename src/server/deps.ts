import type { FastifyBaseLogger } from 'fastify';
import type { SpeechService } from '#contract/speech-engines.ts';
import type { Embedder } from '#embedding/embedder.ts';
import type { RemoteSpeechEngine, SpeechEngine } from '#speech/engine.ts';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { Clock } from './db/clock.ts';
import type { EventBus } from './events/bus.ts';
import type { IdentityProvider } from './identity/provider.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Scratch } from './media/scratch.ts';
import type { MediaTool } from './media/tool.ts';
import type { Metrics } from './metrics.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Cipher, Signer } from './secret.ts';
import type { ArticleSources } from './sources/articles/article-sources.ts';
import type { Podcasts } from './sources/podcasts/podcasts.ts';
import type { TranscriptFileReader } from './sources/transcript-files/file-reader.ts';
import type { Videos } from './sources/youtube/videos.ts';
import type { SpeechServers } from './speech-servers/speech-servers.ts';
import type { MediaStore } from './storage/store.ts';
import type { Work } from './work/work.ts';

/** Everything that features are built on, as one plain object; each function declares the parts that it uses. */
export interface Deps {
  config: Config;
  db: Db;
  /** Separate connections for what must respond however busy the database is: health checks and signing in. */
  reservedDb: Db;
  clock: Clock;
  jobs: JobQueue;
  events: EventBus;
  store: MediaStore;
  signer: Signer;
  cipher: Cipher;
  /** Undefined where people sign in with passwords. */
  identityProvider: IdentityProvider | undefined;
  /** The local engine. */
  engine: SpeechEngine;
  /** A speech service with the account of an API key. */
  speechService: (service: SpeechService, apiKey: string) => RemoteSpeechEngine;
  /** The speech servers of people and of the operator. */
  speechServers: SpeechServers;
  /** What finds passages by their meaning; undefined where words alone do. */
  embedder: Embedder | undefined;
  mediaTool: MediaTool;
  /** The room for decoded sound. */
  scratch: Scratch;
  outbound: Outbound;
  podcasts: Podcasts;
  videos: Videos;
  metrics: Metrics;
  articleSources: ArticleSources;
  transcriptFiles: TranscriptFileReader;
  work: Work;
  log: FastifyBaseLogger;
}
