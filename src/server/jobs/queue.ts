import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { fromDrizzle, type Job, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Db, Tx } from '../db/client.ts';
import { isOutage } from '../db/outage.ts';
import { endWhenSilent } from '../db/silence.ts';
import { isDiskFull } from '../disk-full.ts';
import type { QueueDepth } from '../metrics.ts';
import type { JobDefinition } from './job.ts';

/** What a handler is given for one run. */
export interface JobRun<Payload> {
  id: string;
  payload: Payload;
  /** Aborted when the run is cancelled, has expired, was taken over by another, or this process stops. */
  signal: AbortSignal;
  /** Whether this run still has the job: false when it stood still for so long that another took it over. */
  isCurrent(): Promise<boolean>;
  /**
   * Puts the job off, for longer each time, without using up a try: for want of something that may be there later. The handler then returns.
   * False when that was done for hours already, or the job is another run's by now.
   */
  postpone(): Promise<boolean>;
}

export type JobHandler<Payload> = (run: JobRun<Payload>) => Promise<void>;

/** Why runs are aborted when the process stops: handlers put their work back. */
export class Stopping extends Error {}

export interface JobQueue {
  /** Adds a job within the caller's transaction: it exists if and only if that commits. */
  enqueue<Payload extends z.ZodType>(
    tx: Tx,
    job: JobDefinition<Payload>,
    payload: z.input<Payload>,
    options?: { id?: string; startAfterSeconds?: number },
  ): Promise<void>;
  /** Withdraws a job that waits and ends one that runs here or elsewhere; one that is gone is no error. */
  cancel(tx: Tx, job: JobDefinition, id: string): Promise<void>;
  /** Runs handlers in this process, at most `concurrency` at a time. */
  work<Payload extends z.ZodType>(
    job: JobDefinition<Payload>,
    handler: JobHandler<z.output<Payload>>,
    concurrency: number,
  ): Promise<void>;
  /** Enqueues a job by a cron expression, once however many processes ask. */
  schedule(job: JobDefinition, cron: string): Promise<void>;
  /** Puts back at once what a killed process had under way, some times without a try used up; only for the sole process on a database. */
  reclaim(): Promise<void>;
  /** The jobs that have not ended, of all nodes, by kind and state. */
  depth(): Promise<QueueDepth[]>;
  /** Takes no more jobs, aborts what runs with Stopping and waits until it is put back, for another node or the next start. Twice is no harm. */
  drain(): Promise<void>;
  /** Drains and closes. */
  stop(): Promise<void>;
}

const HEARTBEAT_SECONDS = 20;
const STOP_MS = 15_000;
/** A connection on which an answer is late by as many times what a statement may take leads nowhere. */
const SILENT_STATEMENTS = 4;
/** When this machine's clock is set back by an hour, pg-boss would wait for an hour longer: it is given one that nobody can set. */
const STEADY_CLOCK = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run: () => void, ms: number) => setInterval(run, ms),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};
/** Put off for 5 s at first and 5 minutes at most, that is six hours in all. */
const [FIRST_WAIT_SECONDS, LAST_WAIT_SECONDS, MOST_WAITS] = [5, 300, 75];
/** So often the only process may end while it runs a job, before one more such end is a try: it may be the job that ends it. */
const FREE_KILLS = 3;
/** What was kept of a job until now. */
const OUTPUT = sql`coalesce(output, '{}')`;
const OUTAGE_CHECK_MS = 500;
/** New jobs announce themselves; a retry that has become due does not. */
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

export interface QueueOptions {
  connection: pg.PoolConfig;
  /** How long a statement of ours may take; those of pg-boss itself may take longer. */
  statementMs: number;
  db: Db;
  jobs: readonly JobDefinition[];
  onError: (error: Error) => void;
  /** Told of every run that ended here. */
  onEnd?: (name: string, outcome: 'done' | 'failed', seconds: number) => void;
}

/** Opens pg-boss on the database and makes the queues of `jobs`. */
export async function openQueue({
  connection,
  statementMs,
  db,
  jobs,
  onError,
  onEnd,
}: QueueOptions): Promise<JobQueue> {
  const boss = new PgBoss({
    // Its type leaves out some of what it hands on to node-postgres.
    ...({
      ...connection,
      onConnect: (client) => endWhenSilent(client, SILENT_STATEMENTS * statementMs),
    } satisfies pg.PoolConfig as ConstructorParameters<typeof PgBoss>[0] & object),
    max: 4,
    application_name: 'tapescript-jobs',
    useListenNotify: true,
    clock: STEADY_CLOCK,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', onError);
  await boss.start();
  await Promise.all(jobs.map((job) => makeQueue(boss, job)));
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const worked = new Set<string>();
  const drain = async () => {
    // First no new jobs: else what is put back below would be taken up again at once.
    for (const name of worked) await boss.offWork(name, { wait: false });
    stopping.abort(new Stopping('The application is stopping.'));
    await Promise.allSettled(running);
    // Else pg-boss looks every half second whether its workers have ended.
    await Promise.all(Array.from(worked, (name) => boss.offWork(name, { wait: true })));
    worked.clear();
  };
  return {
    enqueue: async (tx, job, payload, options = {}) => {
      const { id, startAfterSeconds } = options;
      await boss.send(job.name, job.payload.parse(payload) as object, {
        db: fromDrizzle(tx, sql),
        ...(id ? { id } : {}),
        ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
      });
    },
    cancel: async (tx, job, id) => {
      await boss.cancel(job.name, id, { db: fromDrizzle(tx, sql) });
    },
    work: async (job, handler, concurrency) => {
      worked.add(job.name);
      await boss.work<object>(
        job.name,
        { ...POLLING, localConcurrency: concurrency },
        async (batch: Job<object>[]) => {
          for (const entry of batch)
            await track(running, runOne({ job, handler, db, stopping: stopping.signal, onEnd }, entry));
        },
      );
    },
    schedule: (job, cron) => boss.schedule(job.name, cron, {}),
    reclaim: async () => {
      // Without its beginning the next claim is counted as no try. What is left under way is, once its heartbeat is missed.
      const kills = sql`coalesce((output->>'kills')::int, 0)`;
      await db.execute(sql`
        update pgboss.job set state = 'retry', start_after = now(), started_on = null,
          output = ${OUTPUT} || jsonb_build_object('kills', ${kills} + 1)
        where state = 'active' and ${kills} < ${FREE_KILLS}`);
    },
    depth: async () => {
      const { rows } = await db.execute(sql`
        select name, state::text as state, count(*)::int as jobs,
          extract(epoch from now() - min(created_on))::float8 as "oldestSeconds"
        from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%'
        group by name, state`);
      // The query above says these names and types.
      return rows as unknown as QueueDepth[];
    },
    drain,
    stop: async () => {
      await drain();
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}

async function makeQueue(boss: PgBoss, job: JobDefinition): Promise<void> {
  const options = {
    retryLimit: job.retryLimit,
    retryBackoff: true,
    retryDelay: 1,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: job.expireInSeconds,
    notify: true,
    ...(job.longestPauseSeconds ? { retryDelayMax: job.longestPauseSeconds } : {}),
    ...(job.deadLetter ? { deadLetter: job.deadLetter } : {}),
  };
  if (job.deadLetter) await boss.createQueue(job.deadLetter, { notify: true, retryLimit: 5 });
  await boss.createQueue(job.name, options);
  await boss.updateQueue(job.name, options);
}

interface Work<Payload extends z.ZodType> {
  job: JobDefinition<Payload>;
  handler: JobHandler<z.output<Payload>>;
  db: Db;
  stopping: AbortSignal;
  onEnd: QueueOptions['onEnd'];
}

async function runOne<Payload extends z.ZodType>(
  { job, handler, db, stopping, onEnd }: Work<Payload>,
  entry: Job<object>,
): Promise<void> {
  const claim = claimOf(db, entry);
  const signal = AbortSignal.any([entry.signal, stopping]);
  const started = performance.now();
  const end = (outcome: 'done' | 'failed') =>
    onEnd?.(job.name, outcome, (performance.now() - started) / 1000);
  try {
    await handler({ id: entry.id, payload: job.payload.parse(entry.data), signal, ...claim });
    end('done');
  } catch (error) {
    end('failed');
    // A failure that cannot be written down would be noticed by the missing heartbeat only.
    if (isOutage(error)) await untilBack(db, stopping);
    // Nor is it one of the job: however often the database restarts, and however long a disk is full, no try is used up.
    const isOfTheJob = !isOutage(error) && !isDiskFull(error);
    if (!isOfTheJob && (await claim.postpone().catch(() => false))) return;
    throw error;
  }
}

/** What a run may ask and do about its own hold on the job. The number of claims so far, which grows with each, names the run. */
function claimOf(db: Db, { id, retryCount }: Job<object>): Pick<JobRun<unknown>, 'isCurrent' | 'postpone'> {
  const isOurs = sql`id = ${id} and state = 'active' and retry_count = ${retryCount}`;
  return {
    isCurrent: async () => {
      const { rowCount } = await db.execute(sql`select from pgboss.job where ${isOurs}`);
      return rowCount === 1;
    },
    postpone: async () => {
      // One more try, as the next claim is counted as one: that count must grow, or this run could end the next one's job.
      const waits = sql`coalesce((output->>'waits')::int, 0)`;
      const { rowCount } = await db.execute(sql`
        update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = null,
          start_after = now() + least(${FIRST_WAIT_SECONDS} * 2 ^ least(${waits}, 20), ${LAST_WAIT_SECONDS}) * interval '1 second',
          output = ${OUTPUT} || jsonb_build_object('waits', ${waits} + 1)
        where ${isOurs} and ${waits} < ${MOST_WAITS}`);
      return rowCount === 1;
    },
  };
}

async function untilBack(db: Db, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const isBack = await db.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
    if (isBack) return;
    await delay(OUTAGE_CHECK_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

async function track(running: Set<Promise<void>>, run: Promise<void>): Promise<void> {
  running.add(run);
  try {
    await run;
  } finally {
    running.delete(run);
  }
}
