import { appendFileSync } from 'node:fs';
import type { Ledger } from './ledger.ts';
import type { Ends } from './verify.ts';

/** What one storm was, and what came of it. */
export interface StormReport {
  storm: string;
  seed: number;
  /** How many of each were killed. */
  killed: Record<string, number>;
  acknowledged: number;
  unknown: number;
  /** Calls that were made, those without an answer included. */
  tries: number;
  losses: number;
  recordings: Ends;
  quietMs: number;
  /** From the first kill to the last one. */
  stormMs: number;
  /** How often what was answered, or failed for what reason. */
  answers: Record<string, number>;
}

/** Adds it to the table that scripts/test-faults.mjs prints at the end. */
export function report(entry: StormReport): void {
  const path = process.env.TAPESCRIPT_FAULT_REPORT;
  if (path) appendFileSync(path, `${JSON.stringify(entry)}\n`);
}

/** What people were told, for a report. */
export function countsOf({
  counts,
  answers,
}: Ledger): Pick<StormReport, 'acknowledged' | 'unknown' | 'tries' | 'answers'> {
  const { acknowledged, unknown, tries } = counts;
  return { acknowledged, unknown, tries, answers: Object.fromEntries(answers) };
}
