import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { SpeechState } from '#speech/engine.ts';

/** How many jobs of one kind are in one state, and the age of the oldest. */
export interface QueueDepth {
  name: string;
  state: string;
  jobs: number;
  oldestSeconds: number;
}

/** What is measured when somebody reads the metrics. */
export interface Gauged {
  pool(): { total: number; idle: number; waiting: number };
  /** Rejects while the database is down. */
  queue(): Promise<QueueDepth[]>;
  /** Undefined if this machine recognizes no speech itself. */
  speech(): SpeechState | undefined;
  /** How many sources have no vectors of their present state; undefined where there is no embedder. */
  toEmbed(): Promise<number | undefined>;
}

/** What this process has done and is doing, for Prometheus. No label identifies a person or a recording. */
export interface Metrics {
  request(route: { method: string; route: string; status: number }, seconds: number): void;
  jobEnded(name: string, outcome: 'done' | 'failed', seconds: number): void;
  /** Audio that an engine has recognized, and the time it took. */
  transcribed(engine: string, soundSeconds: number, seconds: number): void;
  storeError(operation: string): void;
  /** One more (1) or one fewer (-1) browser window listening for events here. */
  window(change: 1 | -1): void;
  /** In Prometheus' text format. */
  read(): Promise<{ contentType: string; text: string }>;
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
const JOB_SECONDS = [0.1, 1, 10, 30, 60, 300, 900, 3600, 4 * 3600];

/**
 * Creates the metrics of this process; `withProcess` adds memory, processor time and event-loop lag, which only one registry per
 * process may do.
 */
export function createMetrics(gauged: Gauged, { withProcess = false } = {}): Metrics {
  const registers = [new Registry()];
  const [registry] = registers;
  if (withProcess && registry) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'tapescript_request_seconds',
    help: 'Duration of requests, by route template.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: 'tapescript_job_seconds',
    help: 'Duration of job runs in this process, by kind and outcome.',
    labelNames: ['job', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  });
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name, help, labelNames: [label], registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const sound = counter(
    'tapescript_sound_seconds_total',
    'Audio recognized by this process, in seconds.',
    'engine',
  );
  const speech = counter(
    'tapescript_recognition_seconds_total',
    'Time spent recognizing it; audio divided by this time is the speed.',
    'engine',
  );
  const storeErrors = counter(
    'tapescript_store_errors_total',
    'Failed operations of the media store.',
    'operation',
  );
  const windows = gauge('tapescript_live_windows', 'Browser windows listening for events here.');
  const connections = gauge('tapescript_pool_connections', 'Database connections.', ['state']);
  const depth = gauge('tapescript_queue_jobs', 'Unfinished jobs of all nodes.', ['job', 'state']);
  const oldest = gauge('tapescript_queue_oldest_seconds', 'Age of the oldest unfinished job.', [
    'job',
    'state',
  ]);
  const processes = gauge(
    'tapescript_speech_processes',
    'Speech processes: running, and the number that fits into memory.',
    ['state'],
  );
  const kills = gauge('tapescript_speech_kills', 'Speech processes killed by the system since the start.');
  const memory = gauge('tapescript_memory_bytes', 'Memory of this machine or container.', ['state']);
  const toEmbed = gauge(
    'tapescript_sources_to_embed',
    'Transcripts and articles whose passages are found by their words alone for now.',
  );
  const up = gauge('tapescript_database_up', '1 while the database responds.');

  const ask = async () => {
    const { total, idle, waiting } = gauged.pool();
    connections.set({ state: 'in_use' }, total - idle);
    connections.set({ state: 'idle' }, idle);
    connections.set({ state: 'waited_for' }, waiting);
    const speechNow = gauged.speech();
    if (speechNow) {
      processes.set({ state: 'running' }, speechNow.processes);
      processes.set({ state: 'allowed' }, speechNow.allowed);
      kills.set(speechNow.kills);
      memory.set({ state: 'limit' }, speechNow.limitBytes);
      memory.set({ state: 'available' }, speechNow.availableBytes);
    }
    depth.reset();
    oldest.reset();
    const queue = await gauged.queue().catch(() => undefined);
    const left = await gauged.toEmbed().catch(() => undefined);
    if (left !== undefined) toEmbed.set(left);
    up.set(queue ? 1 : 0);
    for (const { name: job, state, jobs: count, oldestSeconds } of queue ?? []) {
      depth.set({ job, state }, count);
      oldest.set({ job, state }, oldestSeconds);
    }
  };
  return {
    request: ({ method, route, status }, seconds) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    jobEnded: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    transcribed: (engine, soundSeconds, seconds) => {
      sound.inc({ engine }, soundSeconds);
      speech.inc({ engine }, seconds);
    },
    storeError: (operation) => storeErrors.inc({ operation }),
    window: (change) => windows.inc(change),
    read: async () => {
      await ask();
      return { contentType: registry?.contentType ?? 'text/plain', text: (await registry?.metrics()) ?? '' };
    },
  };
}
