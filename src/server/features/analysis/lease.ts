import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { deleteLeaseRow, renewLeaseRow, takeLeaseRow } from './queries.ts';

/** A name that this run alone holds among all nodes. */
export interface Lease {
  /** This run's own id. */
  holder: string;
  /** Aborted when the name was lost: this process stood still for too long. */
  signal: AbortSignal;
  release(): Promise<void>;
}

/** How long a name outlives a holder that was killed. */
const LEASE_SECONDS = 30;
const RENEW_MS = 8000;

/** Takes a name, which is held once the transaction commits; null while another run holds it. Give the answer to `keepLease`. */
export async function takeLease(tx: Tx, name: string): Promise<TakenLease | null> {
  const row = { name, holder: randomUUID() };
  return (await takeLeaseRow(tx, row, LEASE_SECONDS)) ? row : null;
}

/** Whether the run still holds the name, and does until the transaction ends: for what only one of them may write. */
export function holdLease(tx: Tx, taken: TakenLease): Promise<boolean> {
  return renewLeaseRow(tx, taken, LEASE_SECONDS);
}

/** A name that was taken and that nobody renews yet. */
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
      // A database that does not answer now may do so before the lease has run out.
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
