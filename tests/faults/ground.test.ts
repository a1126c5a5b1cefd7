import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startInstallation } from './installation.ts';
import { startWorkload, verify } from './workload.ts';

it('finds nothing wrong where people worked and nothing was killed', async () => {
  const installation = await startInstallation();
  const workload = await startWorkload(installation, { seed: 1 });
  workload.begin();
  await delay(10_000);
  await workload.stop();
  const { losses, ends } = await verify(installation, workload);
  expect(losses).toEqual([]);
  expect(workload.ledger.counts).toMatchObject({ unknown: 0 });
  expect(ends.completed).toBeGreaterThan(0);
});
