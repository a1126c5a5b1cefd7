import { expect } from 'vitest';
import type { Installation } from './installation.ts';
import { ownFaults } from './own-faults.ts';
import { countsOf } from './report.ts';
import { verify, type Workload } from './workload.ts';

/**
 * Ends all people's work and expects that everything confirmed to them exists, that nobody was shown an internal error, and that no process
 * exited by itself. Returns how often people got each kind of response.
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
