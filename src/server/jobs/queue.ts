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
import { groupOf, MINUTES, placeInTurn, type Turn } from './turn-queries.ts';

/** What a handler is given for one run. */
export interface JobRun<Payload> {
  id: string;
  payload: Payload;
  /** Aborted when the run is cancelled, expires, is taken over by another, or this process stops. */
  signal: AbortSignal;
  /** Whether this run still holds the job: false if it stalled for so long that another run took over. */
  isCurrent(): Promise<boolean>;
  /**
   * Postpones the job, for longer each time, without using up a retry, because something that may come back is missing. The
   * handler then returns. False if the job has already been postponed for hours, or now belongs to another run.
   */
  postpone(): Promise<boolean>;
  /**
   * Notes that this run has got further than any before it: it has all tries again, because what ended the earlier ones was not the
   * job. False if the job now belongs to another run.
   */
  progressed(): Promise<boolean>;
}

export type JobHandler<Payload> = (run: JobRun<Payload>) => Promise<void>;

/** The reason for aborting runs when the process stops: what they throw then uses up no try. */
export class Stopping extends Error {}

export interface JobQueue {
  /**
   * Adds a job within the caller's transaction: it exists if and only if that commits. Jobs with a turn are done in turns of the people
   * whose they are; others come first.
   */
  enqueue<Payload extends z.ZodType>(
    tx: Tx,
    job: JobDefinition<Payload>,
    payload: z.input<Payload>,
    options?: { id?: string; startAfterSeconds?: number; turn?: Turn | undefined },
  ): Promise<void>;
  /** Withdraws a waiting job, or ends a running one here or elsewhere; does nothing if the job is gone. */
  cancel(tx: Tx, job: JobDefinition, id: string): Promise<void>;
  /** Runs handlers in this process, at most `concurrency` at a time, and of one person at most `each`. */
  work<Payload extends z.ZodType>(
    job: JobDefinition<Payload>,
    handler: JobHandler<z.output<Payload>>,
    limits: { concurrency: number; each: number },
  ): Promise<void>;
  /** Enqueues a job on a cron schedule, once per tick however many processes ask. */
  schedule(job: JobDefinition, cron: string): Promise<void>;
  /**
   * Immediately puts back the jobs that a killed process was running; the first few times this uses up no retry. Call it only
   * from the sole process on a database.
   */
  reclaim(): Promise<void>;
  /** The unfinished jobs of all nodes, by kind and state. */
  depth(): Promise<QueueDepth[]>;
  /**
   * Takes no more jobs, aborts running ones with Stopping and waits until they are put back, for another node or the next start.
   * Calling it twice is safe.
   */
  drain(): Promise<void>;
  /** Drains and closes. */
  stop(): Promise<void>;
}

const HEARTBEAT_SECONDS = 20;
const STOP_MS = 15_000;
/** A connection is considered dead when a response takes this many times the statement limit. */
const SILENT_STATEMENTS = 4;
/** If this machine's clock were set back by an hour, pg-boss would wait an hour longer: it gets a monotonic clock. */
const STEADY_CLOCK = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run: () => void, ms: number) => setInterval(run, ms),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};
/** From 5 s up to 5 minutes, six hours in total. */
const [FIRST_WAIT_SECONDS, MAX_WAIT_SECONDS, MAX_WAITS] = [5, 300, 75];
/**
 * How many times the only process may die while a job gets no further before each further death counts as a retry, since the job
 * itself may be the cause.
 */
const FREE_KILLS = 20;
/** The job's stored output so far. */
const OUTPUT = sql`coalesce(output, '{}')`;
const OUTAGE_CHECK_MS = 500;
/** How patient the queue is. Tests that wait for retries set less (`tests/support/app.ts`). */
export interface QueuePatience {
  /** How often to look for jobs whose process was killed. */
  superviseSeconds: number;
  /** The longest pause before a retry of any job. */
  longestPauseSeconds: number;
  /** New jobs are announced; retries that become due are found by polling as often as this. */
  pollSeconds: number;
}

const PATIENCE: QueuePatience = {
  superviseSeconds: 5,
  longestPauseSeconds: Number.POSITIVE_INFINITY,
  pollSeconds: 2,
};

export interface QueueOptions {
  connection: pg.PoolConfig;
  /** The time limit of our own statements; pg-boss's may take longer. */
  statementMs: number;
  db: Db;
  jobs: readonly JobDefinition[];
  onError: (error: Error) => void;
  patience?: Partial<QueuePatience> | undefined;
  /** Called for every run that ended here. */
  onEnd?: (name: string, outcome: 'done' | 'failed', seconds: number) => void;
}

/** Opens pg-boss on the database and creates the queues of `jobs`. */
export async function openQueue({
  connection,
  statementMs,
  db,
  jobs,
  onError,
  patience = {},
  onEnd,
}: QueueOptions): Promise<JobQueue> {
  const { superviseSeconds, longestPauseSeconds, pollSeconds } = { ...PATIENCE, ...patience };
  const boss = new PgBoss({
    // Its type omits some of the options that it passes on to node-postgres.
    ...({
      ...connection,
      onConnect: (client) => endWhenSilent(client, SILENT_STATEMENTS * statementMs),
    } satisfies pg.PoolConfig as ConstructorParameters<typeof PgBoss>[0] & object),
    max: 4,
    application_name: 'tapescript-jobs',
    useListenNotify: true,
    clock: STEADY_CLOCK,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  boss.on('error', onError);
  await boss.start();
  await Promise.all(jobs.map((job) => makeQueue(boss, job, longestPauseSeconds)));
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const worked = new Set<string>();
  const drain = async () => {
    // Take no new jobs first, or the ones put back below would be picked up again at once.
    for (const name of worked) await boss.offWork(name, { wait: false });
    stopping.abort(new Stopping('The application is stopping.'));
    await Promise.allSettled(running);
    // Otherwise pg-boss polls every half second whether its workers have ended.
    await Promise.all(Array.from(worked, (name) => boss.offWork(name, { wait: true })));
    worked.clear();
  };
  return {
    enqueue: async (tx, job, payload, options = {}) => {
      const { id, startAfterSeconds, turn } = options;
      const data = job.payload.parse(payload) as object;
      await boss.send(job.name, turn ? { ...data, [MINUTES]: turn.minutes } : data, {
        db: fromDrizzle(tx, sql),
        ...(id ? { id } : {}),
        ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
        ...(turn
          ? { priority: await placeInTurn(tx, job, turn.person), group: { id: groupOf(turn.person) } }
          : {}),
      });
    },
    cancel: async (tx, job, id) => {
      await boss.cancel(job.name, id, { db: fromDrizzle(tx, sql) });
    },
    work: async (job, handler, { concurrency, each }) => {
      worked.add(job.name);
      await boss.work<object>(
        job.name,
        {
          pollingIntervalSeconds: pollSeconds,
          notifyPollingIntervalSeconds: pollSeconds,
          localConcurrency: concurrency,
          localGroupConcurrency: each,
        },
        async (batch: Job<object>[]) => {
          for (const entry of batch)
            await track(running, runOne({ job, handler, db, stopping: stopping.signal, onEnd }, entry));
        },
      );
    },
    schedule: (job, cron) => boss.schedule(job.name, cron, {}),
    reclaim: async () => {
      // Without a start time the next claim does not count as a retry. Any jobs left running are found by their missing
      // heartbeats.
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
      // The query above has these names and types.
      return rows as unknown as QueueDepth[];
    },
    drain,
    stop: async () => {
      await drain();
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}

async function makeQueue(boss: PgBoss, job: JobDefinition, longestPauseSeconds: number): Promise<void> {
  const longest = Math.min(job.longestPauseSeconds ?? Number.POSITIVE_INFINITY, longestPauseSeconds);
  const options = {
    retryLimit: job.retryLimit,
    retryBackoff: true,
    retryDelay: 1,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: job.expireInSeconds,
    notify: true,
    ...(Number.isFinite(longest) ? { retryDelayMax: longest } : {}),
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
  const { putBack, ...claim } = claimOf(db, entry, job.retryLimit);
  const signal = AbortSignal.any([entry.signal, stopping]);
  const started = performance.now();
  const end = (outcome: 'done' | 'failed') =>
    onEnd?.(job.name, outcome, (performance.now() - started) / 1000);
  try {
    await handler({ id: entry.id, payload: job.payload.parse(entry.data), signal, ...claim });
    end('done');
  } catch (error) {
    end('failed');
    // What ends because this process stops goes on elsewhere, or after the next start.
    if (stopping.aborted && (await putBack().catch(() => false))) return;
    // A failure that cannot be recorded would only be noticed by the missing heartbeat.
    if (isOutage(error)) await untilBack(db, stopping);
    // Nor is it the job's failure: no retry is used up, however often the database restarts and however long a disk is full.
    const isOfTheJob = !isOutage(error) && !isDiskFull(error);
    if (!isOfTheJob && (await claim.postpone().catch(() => false))) return;
    throw error;
  }
}

/** A run's operations on its own claim to the job. The number of claims so far, which grows with each, identifies the run. */
function claimOf(db: Db, { id, retryCount }: Job<object>, retryLimit: number) {
  const isOurs = sql`id = ${id} and state = 'active' and retry_count = ${retryCount}`;
  return {
    isCurrent: async () => {
      const { rowCount } = await db.execute(sql`select from pgboss.job where ${isOurs}`);
      return rowCount === 1;
    },
    postpone: async () => {
      // Allows one more retry, because the next claim counts as one: that count must grow, or this run could end the next run's
      // job.
      const waits = sql`coalesce((output->>'waits')::int, 0)`;
      const { rowCount } = await db.execute(sql`
        update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = null,
          start_after = now() + least(${FIRST_WAIT_SECONDS} * 2 ^ least(${waits}, 20), ${MAX_WAIT_SECONDS}) * interval '1 second',
          output = ${OUTPUT} || jsonb_build_object('waits', ${waits} + 1)
        where ${isOurs} and ${waits} < ${MAX_WAITS}`);
      return rowCount === 1;
    },
    /** Lets another process, or the next start, take the job at once. */
    putBack: async () => {
      const { rowCount } = await db.execute(sql`
        update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = null, start_after = now()
        where ${isOurs}`);
      return rowCount === 1;
    },
    progressed: async () => {
      const { rowCount } = await db.execute(sql`
        update pgboss.job set retry_limit = retry_count + ${retryLimit}, output = ${OUTPUT} || '{"kills": 0}'
        where ${isOurs}`);
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
