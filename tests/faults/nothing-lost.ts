import { expect } from 'vitest';
import type { Installation } from './installation.ts';
import { ownFaults } from './own-faults.ts';
import { countsOf } from './report.ts';
import { verify, type Workload } from './workload.ts';

/**
 * Ends the work of all people and expects that everything that they were told is there, nobody was shown an error of ours, and no process ended
 * by itself. Answers what people were told, by how often they were.
 */
export async function expectNothingLost(
  installation: Installation,
  workload: Workload,
): Promise<ReadonlyMap<string, number>> {
  await workload.stop();
  const { losses, ends, quietMs } = await verify(installation, workload);
  process.stdout.write(`${JSON.stringify({ ...countsOf(workload.ledger), ends, quietMs })}\n`);
  expect(losses).toEqual([]);
  expect(ownFaults(installation)).toEqual([]);
  expect(ends.completed).toBeGreaterThan(0);
  return workload.ledger.answers;
}
