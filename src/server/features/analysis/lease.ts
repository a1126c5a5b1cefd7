import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { deleteLeaseRow, renewLeaseRow, takeLeaseRow } from './queries.ts';

/** A name that only this run holds, across all nodes. */
export interface Lease {
  /** This run's own id. */
  holder: string;
  /** Aborted when the lease is lost because this process stalled for too long. */
  signal: AbortSignal;
  release(): Promise<void>;
}

/** How long a lease outlives a holder that was killed. */
const LEASE_SECONDS = 30;
const RENEW_MS = 8000;

/** Takes a lease, held once the transaction commits; null while another run holds it. Pass the result to `keepLease`. */
export async function takeLease(tx: Tx, name: string): Promise<TakenLease | null> {
  const row = { name, holder: randomUUID() };
  return (await takeLeaseRow(tx, row, LEASE_SECONDS)) ? row : null;
}

/** Whether the run still holds the lease, and will until the transaction ends: for what only one run may write. */
export function holdLease(tx: Tx, taken: TakenLease): Promise<boolean> {
  return renewLeaseRow(tx, taken, LEASE_SECONDS);
}

/** A lease that was taken but is not being renewed yet. */
export interface TakenLease {
  name: string;
  holder: string;
}

/** Renews a lease until it is released. */
export function keepLease({ db }: Pick<Deps, 'db'>, row: TakenLease): Lease {
  const lost = new AbortController();
  const renewal = setInterval(() => {
    renewLeaseRow(db, row, LEASE_SECONDS).then(
      (held) => held || lost.abort(new Error('The lease was lost.')),
      // If the database is down now, it may be back before the lease expires.
      () => undefined,
    );
  }, RENEW_MS);
  renewal.unref();
  return {
    holder: row.holder,
    signal: lost.signal,
    release: async () => {
      clearInterval(renewal);
      await deleteLeaseRow(db, row);
    },
  };
}
