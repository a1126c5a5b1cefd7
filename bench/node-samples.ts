import pg from 'pg';
import { familyMemory, familyTime } from '#tests/support/process-time.ts';

export interface Watched {
  name: string;
  pid: number | undefined;
  /** The address of its /metrics. */
  metricsUrl?: string;
}

/** One sample; the numbers of each process are under its name. */
export interface Sample {
  atSeconds: number;
  /** MB of the process and everything it started; shared pages count once. */
  memory: { [name: string]: number };
  /** Processor time that they have used so far, in seconds. */
  time: { [name: string]: number };
  /** Event loop delay since the previous sample: 99th percentile and maximum, in ms. */
  lag: { [name: string]: { p99: number; max: number } };
  connections: number;
  /** Requests waiting for a connection at that moment, on all nodes. */
  waitedFor: number;
}

/** Samples processes and database at intervals until stopped. */
export function watchNodes(
  nodes: readonly Watched[],
  databaseUrl: string,
  everyMs: number,
): { samples: Sample[]; stop(): Promise<void> } {
  const database = new pg.Client({ connectionString: databaseUrl });
  const samples: Sample[] = [];
  const started = performance.now();
  let isStopped = false;
  const run = (async () => {
    await database.connect();
    while (!isStopped) {
      const next = performance.now() + everyMs;
      samples.push(await look());
      while (!isStopped && performance.now() < next) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    samples.push(await look());
    await database.end();
  })();

  async function look(): Promise<Sample> {
    const sample: Sample = {
      atSeconds: (performance.now() - started) / 1000,
      memory: {},
      time: {},
      lag: {},
      connections: 0,
      waitedFor: 0,
    };
    for (const { name, pid, metricsUrl } of nodes) {
      sample.memory[name] = await familyMemory(pid);
      sample.time[name] = await familyTime(pid);
      if (!metricsUrl) continue;
      const text = await (await fetch(metricsUrl)).text();
      sample.lag[name] = {
        p99: 1000 * metric(text, 'nodejs_eventloop_lag_p99_seconds'),
        max: 1000 * metric(text, 'nodejs_eventloop_lag_max_seconds'),
      };
      sample.waitedFor += metric(text, 'tapescript_pool_connections{state="waited_for"}');
    }
    const { rows } = await database.query(
      'select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    sample.connections = rows[0].n;
    return sample;
  }

  return {
    samples,
    stop: () => {
      isStopped = true;
      return run;
    },
  };
}

function metric(text: string, name: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? Number.NaN);
}
