import type { Db, Tx } from '../../db/client.ts';
import { addUsage, deleteOldUsage, takeBackUsage } from './queries.ts';

/** Something of the installation's own that is given out by the day (UTC). */
export interface Allowance {
  /** Who uses what: 'answers:user:12'. */
  subject: string;
  /** The most in one day. */
  limit: number;
}

/** Takes an amount of today's allowance; false, and nothing taken, when that much is not left. */
export function spend({ db }: { db: Db | Tx }, { subject, limit }: Allowance, amount = 1): Promise<boolean> {
  return addUsage(db, { subject, limit, amount });
}

/** Gives back what was taken for something that did not come about. */
export function giveBack({ db }: { db: Db | Tx }, { subject }: Allowance, amount = 1): Promise<void> {
  return takeBackUsage(db, subject, amount);
}

export function sweepAllowances({ db }: { db: Db | Tx }): Promise<void> {
  return deleteOldUsage(db);
}
