import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import { ROOT } from '#tests/support/server.ts';
import { type Installation, type InstallationOptions, startInstallation } from './installation.ts';
import { countsOf, report } from './report.ts';
import { type StormOptions, storm } from './storm.ts';
import { startWorkload, type Verdict, verify } from './workload.ts';

/** FAULT_SEED: the same seed gives the same people and the same targets, though the exact moment of each kill still varies. */
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
/** FAULT_KILLS: the number of kills in all storms together. */
const KILLS = Number(process.env.FAULT_KILLS ?? 320);

/** FAULT_MINUTES: the maximum duration of all storms together; on a busy machine, there are fewer kills. */
const MINUTES = Number(process.env.FAULT_MINUTES ?? 40);

export interface KillStorm extends Pick<StormOptions, 'targets' | 'pauseMs'> {
  name: string;
  /** The share of all kills, from 0 to 1. */
  share: number;
  installation?: InstallationOptions;
}

/** Lets people work while one process after another is killed; then expects everything that was confirmed to them to exist. */
export async function survive({ name, share, installation: options, ...how }: KillStorm): Promise<void> {
  const installation = await startInstallation({ chunkMs: 300, ...options });
  const workload = await startWorkload(installation, { seed: SEED });
  workload.begin();
  const began = performance.now();
  const { counts } = workload.ledger;
  const told = () => counts.acknowledged + counts.reads;
  const kills = Math.max(1, Math.round(KILLS * share));
  const random = seededRandom(SEED);
  const killed = await storm(installation, {
    ...how,
    random,
    kills,
    limitMs: MINUTES * 60_000 * share,
    told,
  });
  const stormMs = Math.round(performance.now() - began);
  await workload.stop();
  const verdict = await verify(installation, workload).catch(async (error: unknown) => {
    await keepOutput(name, installation, undefined);
    throw error;
  });
  const { losses, ends, quietMs } = verdict;
  report({
    storm: name,
    seed: SEED,
    killed,
    ...countsOf(workload.ledger),
    losses: losses.length,
    recordings: ends,
    quietMs,
    stormMs,
  });
  if (losses.length > 0) await keepOutput(name, installation, verdict);
  expect(losses, `seed ${SEED}; what the processes said is in .cache/faults`).toEqual([]);
  // A storm without activity proves nothing.
  const died = Object.values(killed).reduce((sum, count) => sum + count, 0);
  expect(counts.acknowledged).toBeGreaterThan(died / 2);
}

async function keepOutput(
  name: string,
  { nodes }: Installation,
  verdict: Verdict | undefined,
): Promise<void> {
  const folder = join(ROOT, '.cache/faults');
  await mkdir(folder, { recursive: true });
  const said = nodes.map((node) => `=== ${node.name}\n${node.output()}`);
  const file = join(folder, `${name.replaceAll(' ', '-')}.txt`);
  await writeFile(file, [JSON.stringify(verdict?.losses, null, 2), ...said].join('\n'));
}
