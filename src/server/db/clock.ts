import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** The database's clock, shared by all nodes, so that an expiry set by one is valid on all others. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Whether the clock has run for a day without a jump of more than an hour, as far as this process has seen; otherwise the age
   * of things is unknown.
   */
  isSteady(): boolean;
}

const LOOK_MS = 10_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Reads the database's clock now and every ten seconds; in between, a monotonic clock of this machine continues from there.
 * Rejects if the first reading fails, and reports later failures.
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

/** The offset of the database's clock from this process's monotonic clock, in milliseconds. */
async function measure(db: Db): Promise<number> {
  const asked = performance.now();
  const { rows } = await db.execute(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`);
  const answered = performance.now();
  return Number(rows[0]?.now) - (asked + answered) / 2;
}

/** The database's time this many milliseconds from now, to be written into a row. */
export function msFromNow(ms: number) {
  return sql<Date>`now() + ${ms} * interval '1 millisecond'`;
}
