import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** The database's clock, which all nodes have in common: what one of them says is good until then, another one believes. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether it has gone on without a jump of more than an hour for a day, as far as this process has seen: else the age of things is not known. */
  isSteady(): boolean;
}

const LOOK_MS = 10_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Looks at the database's clock now and every ten seconds; in between a clock of this machine goes on from it that nobody can set. Reports
 * what goes wrong with a later look; the first one rejects.
 */
export async function openClock(
  db: Db,
  onError: (error: unknown) => void,
): Promise<Clock & { close(): void }> {
  let offsetMs = await measure(db);
  let jumpedAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const seen = await measure(db);
      if (Math.abs(seen - offsetMs) > HOUR_MS) jumpedAt = performance.now();
      offsetMs = seen;
    } catch (error) {
      onError(error);
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    now: () => performance.now() + offsetMs,
    isSteady: () => performance.now() - jumpedAt > DAY_MS,
    close: () => clearInterval(timer),
  };
}

/** What has to be added to this process's steady clock, in milliseconds. */
async function measure(db: Db): Promise<number> {
  const asked = performance.now();
  const { rows } = await db.execute(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`);
  const answered = performance.now();
  return Number(rows[0]?.now) - (asked + answered) / 2;
}

/** A moment of the database's clock so many milliseconds from now, to be written into a row. */
export function msFromNow(ms: number) {
  return sql<Date>`now() + ${ms} * interval '1 millisecond'`;
}
