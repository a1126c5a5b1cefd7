import { appendFileSync } from 'node:fs';
import type { Ledger } from './ledger.ts';
import type { Ends } from './verify.ts';

/** A storm and its results. */
export interface StormReport {
  storm: string;
  seed: number;
  /** The number of kills per kind of target. */
  killed: Record<string, number>;
  acknowledged: number;
  unknown: number;
  /** The number of calls, including those without a response. */
  tries: number;
  losses: number;
  recordings: Ends;
  quietMs: number;
  /** From the first kill to the last one. */
  stormMs: number;
  /** The number of responses by kind, and of failures by reason. */
  answers: Record<string, number>;
}

/** Adds a row to the table that scripts/test-faults.mjs prints at the end. */
export function report(entry: StormReport): void {
  const path = process.env.TAPESCRIPT_FAULT_REPORT;
  if (path) appendFileSync(path, `${JSON.stringify(entry)}\n`);
}

/** The counts of a ledger for a report. */
export function countsOf({
  counts,
  answers,
}: Ledger): Pick<StormReport, 'acknowledged' | 'unknown' | 'tries' | 'answers'> {
  const { acknowledged, unknown, tries } = counts;
  return { acknowledged, unknown, tries, answers: Object.fromEntries(answers) };
}
