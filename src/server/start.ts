import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Embedder } from '#embedding/embedder.ts';
import { createEmbedder } from '#embedding/registry.ts';
import type { SpeechEngine } from '#speech/engine.ts';
import { createEngine, createServiceEngine } from '#speech/registry.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/client.ts';
import { openClock } from './db/clock.ts';
import { type Cluster, startCluster } from './db/embedded/cluster.ts';
import { lockDataDir } from './db/embedded/lock.ts';
import { migrate } from './db/migrate.ts';
import type { Deps } from './deps.ts';
import { openEventBus } from './events/bus.ts';
import { countToEmbed } from './features/meaning/service.ts';
import { createIdentityProvider, type IdentityProvider } from './identity/provider.ts';
import { openQueue, type QueuePatience } from './jobs/queue.ts';
import { findMediaTool } from './media/find-tool.ts';
import { createScratch, diskOf, type ScratchDisk } from './media/scratch.ts';
import type { MediaTool } from './media/tool.ts';
import { createMetrics } from './metrics.ts';
import { hostAndPort } from './outbound/addresses.ts';
import { createOutbound, type Outbound } from './outbound/outbound.ts';
import { createCipher, createSigner, loadSecret } from './secret.ts';
import { createArticleSources } from './sources/articles/article-sources.ts';
import { createPodcasts } from './sources/podcasts/podcasts.ts';
import { createTranscriptFileReader } from './sources/transcript-files/file-reader.ts';
import { createVideos } from './sources/youtube/videos.ts';
import { sendThrough } from './speech-servers/send-call.ts';
import { createSpeechServers, type SpeechServerLimits } from './speech-servers/speech-servers.ts';
import { openStore } from './storage/open-store.ts';
import { watchStore } from './storage/watch-store.ts';
import { createWork } from './work/work.ts';
import { JOBS } from './worker.ts';

export interface Running {
  deps: Deps;
  /** Rejects when a part that everything depends on has ended on its own. */
  broken: Promise<never>;
  /** Puts running jobs back and closes everything, the database last. */
  stop(): Promise<void>;
}

export interface StartOptions {
  config: Config;
  log: FastifyBaseLogger;
  say: (message: string) => void;
}

/** Builds all parts from the settings: the composition root. If a later part fails, the parts already started are stopped. */
export async function start({ config, log, say }: StartOptions): Promise<Running> {
  const closing = closeInReverse(log);
  try {
    await mkdir(config.dataDir, { recursive: true });
    const cluster = config.databaseUrl ? undefined : await ownCluster({ config, say }, closing);
    const { deps, close } = await openDeps({
      config,
      log,
      connection: connectionOf(config, cluster),
      withProcess: true,
    });
    closing.add(close);
    // Nobody else uses an embedded database, so jobs marked as running were interrupted by a kill.
    if (cluster) await deps.jobs.reclaim();
    // Not awaited: reading works without the store, and a store that is down may come back.
    void deps.store.check().then((problem) => {
      if (problem) say(`Recordings cannot be kept: ${problem}`);
    });
    return {
      deps,
      stop: () => closing.close(),
      broken: cluster?.ended ?? new Promise<never>(() => undefined),
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/**
 * The embedded database; its folder is locked against a second instance. Nodes that use an external database may share their
 * folder.
 */
async function ownCluster(
  { config, say }: Pick<StartOptions, 'config' | 'say'>,
  closing: Closing,
): Promise<Cluster> {
  const lock = await lockDataDir(config.dataDir);
  closing.add(() => lock.release());
  const cluster = await startCluster({ dataDir: config.dataDir, log: say });
  closing.add(() => cluster.stop());
  return cluster;
}

function connectionOf(config: Config, cluster: Cluster | undefined): pg.PoolConfig {
  return cluster?.connection ?? { connectionString: config.databaseUrl };
}

interface OpenOptions {
  config: Config;
  log: FastifyBaseLogger;
  connection: pg.PoolConfig;
  /** Tests bring their own. */
  engine?: SpeechEngine | undefined;
  /** Tests look it up only once. */
  mediaTool?: MediaTool | undefined;
  /** How much room there is for decoded sound. */
  readScratchDisk?: (() => Promise<ScratchDisk>) | undefined;
  speechService?: Deps['speechService'] | undefined;
  speechServerLimits?: SpeechServerLimits | undefined;
  /** Tests wait less for stalled jobs and retries. */
  queuePatience?: Partial<QueuePatience> | undefined;
  /** Also measures the process. */
  withProcess?: boolean | undefined;
}

const RESERVED_CONNECTIONS = 2;
const EMBEDDER_CHECK_MS = 30_000;

/** Opens everything that needs a running database: migrations, pool, events, queue, store, engine. */
export async function openDeps({
  config,
  log,
  connection,
  engine: given,
  mediaTool: givenTool,
  readScratchDisk = diskOf(join(config.dataDir, 'work')),
  withProcess,
  queuePatience,
  speechServerLimits,
  speechService = (service, apiKey) =>
    createServiceEngine(service, { apiKey, baseUrl: config.speechServices[service].baseUrl }),
}: OpenOptions): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const closing = closeInReverse(log);
  try {
    await migrate(connection);
    // The message only: a connection error includes the whole connection.
    const onError = (error: Error) => log.warn({ reason: error.message }, 'database connection failed');
    const { db, pool, close } = openDatabase({ connection, pool: config.pool, onError });
    closing.add(close);
    const reserved = openDatabase({
      connection,
      pool: { ...config.pool, size: RESERVED_CONNECTIONS },
      onError,
    });
    closing.add(reserved.close);
    const clock = await openClock(db, (error) => log.warn({ err: error }, 'cannot read the database clock'));
    closing.add(async () => clock.close());
    const events = await openEventBus(connection, onError);
    closing.add(() => events.close());
    const engine = given ?? openEngine(config, log);
    closing.add(() => engine.close());
    const metrics = createMetrics(
      {
        pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
        queue: () => jobs.depth(),
        speech: () => engine.state?.(),
        toEmbed: async () => embedder && countToEmbed(db, embedder),
      },
      { withProcess },
    );
    const onEnd = metrics.jobEnded;
    const { statementMs } = config.pool;
    const jobs = await openQueue({
      connection,
      statementMs,
      db,
      jobs: JOBS,
      onError,
      patience: queuePatience,
      onEnd,
    });
    closing.add(() => jobs.stop());
    const secret = await loadSecret(config.secret, config.dataDir);
    const [signer, cipher] = [createSigner(secret), createCipher(secret)];
    const store = watchStore(await openStore(config, clock.now), metrics.storeError);
    closing.add(() => store.close());
    const mediaTool = givenTool ?? (await findMediaTool());
    const outbound = createOutbound({ allow: config.outboundAllow });
    closing.add(() => outbound.close());
    // The operator's server may be anywhere.
    const { embeddingServer: vectorServer } = config;
    const toVectors = vectorServer && createOutbound({ allow: [hostAndPort(new URL(vectorServer.baseUrl))] });
    closing.add(async () => toVectors?.close());
    const embedder = openEmbedder(config, { log, outbound: toVectors ?? outbound });
    closing.add(async () => embedder?.close());
    const speechServers = createSpeechServers({ config, outbound, listener: engine, ...speechServerLimits });
    closing.add(() => speechServers.close());
    const identityProvider = openIdentityProvider(config);
    closing.add(async () => identityProvider?.close());
    const work = createWork({ connections: config.pool.size });
    closing.add(() => work.close());
    const { podcastDirectoryUrl, youtubeBaseUrl, ytDlpPath } = config.sources;
    const podcasts = createPodcasts(outbound, podcastDirectoryUrl);
    const videos = createVideos({ outbound, baseUrl: youtubeBaseUrl, ytDlpPath });
    return {
      deps: {
        config,
        db,
        reservedDb: reserved.db,
        clock,
        jobs,
        events,
        store,
        signer,
        cipher,
        identityProvider,
        engine,
        speechService,
        speechServers,
        embedder,
        mediaTool,
        scratch: createScratch(readScratchDisk),
        outbound,
        podcasts,
        videos,
        metrics,
        articleSources: createArticleSources(outbound),
        transcriptFiles: createTranscriptFileReader(),
        work,
        log,
      },
      close: () => closing.close(),
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** What finds passages by their meaning; undefined where words alone do. Says once whether it can. */
function openEmbedder(
  config: Config,
  { log, outbound }: { log: FastifyBaseLogger; outbound: Outbound },
): Embedder | undefined {
  const { embeddings, embeddingServer: server, speech } = config;
  if (embeddings === 'none' && !server) return undefined;
  const send = sendThrough(outbound);
  const embedder = createEmbedder({ modelsDir: speech.modelsDir, server, send });
  embedder.check(AbortSignal.timeout(EMBEDDER_CHECK_MS)).catch((error: unknown) => {
    log.warn({ err: error }, 'passages are found by their words alone');
  });
  return embedder;
}

/** The configured engine. Logs how much it can do on this machine, and each of its processes that the system kills. */
function openEngine(config: Config, log: FastifyBaseLogger): SpeechEngine {
  const engine = createEngine({
    ...config.speech,
    onKilled: ({ limitBytes, availableBytes }) =>
      log.warn(
        { limitMb: inMb(limitBytes), availableMb: inMb(availableBytes) },
        'the system killed a speech process, most likely for lack of memory; one small process takes over for ten minutes',
      ),
    onNetworkFailed: (error) =>
      log.warn({ err: error }, 'the network of voices failed; speakers are told apart by cepstra'),
  });
  const state = engine.state?.();
  if (state) {
    const { allowed, limitBytes, availableBytes } = state;
    const facts = { limitMb: inMb(limitBytes), availableMb: inMb(availableBytes), processes: allowed };
    if (allowed > 0) log.info(facts, 'memory for speech recognition');
    else log.warn(facts, 'too little memory for speech recognition: recordings will wait');
  }
  return engine;
}

function inMb(bytes: number): number {
  return Math.round(bytes / (1024 * 1024));
}

/**
 * Has its own outbound access: permission for the issuer to be a private address must not extend to what strangers make us fetch.
 */
function openIdentityProvider({
  identityProvider: settings,
  outboundAllow,
}: Config): IdentityProvider | undefined {
  if (!settings) return undefined;
  const allow = [...outboundAllow, hostAndPort(new URL(settings.issuer))];
  return createIdentityProvider({ settings, outbound: createOutbound({ allow }) });
}

interface Closing {
  add(step: () => Promise<unknown>): void;
  close(): Promise<void>;
}

/** Remembers what was opened, to close the last one first; if one fails to close, the others are still closed. */
function closeInReverse(log: FastifyBaseLogger): Closing {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    add: (step: () => Promise<unknown>) => {
      steps.push(step);
    },
    close: async () => {
      for (const step of steps.splice(0).reverse()) {
        await step().catch((error: unknown) => log.error({ err: error }, 'a component did not stop cleanly'));
      }
    },
  };
}
