import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import { temporaryFolder } from '#tests/support/server.ts';
import { startInstallation } from './installation.ts';
import { expectNothingLost } from './nothing-lost.ts';
import { startWorkload } from './workload.ts';

const SHIFTED = fileURLToPath(new URL('../support/shifted-clock.mjs', import.meta.url));
const HOUR_MS = 60 * 60_000;
const DAYS_MS = 10 * 24 * HOUR_MS;
/** The responses to requests with something expired. */
const TOO_LATE = /^(401|403|410|404 upload_not_found)/;

it('loses and rejects nothing if the clocks of the nodes differ and jump', async () => {
  const folder = await temporaryFolder();
  const fileOf = (name: string) => join(folder, name);
  const set = async (name: string, shiftMs: number) => {
    await writeFile(`${fileOf(name)}.new`, String(shiftMs));
    await rename(`${fileOf(name)}.new`, fileOf(name));
  };
  const shifts = {
    'web 1': 8 * 24 * HOUR_MS,
    'web 2': -5 * HOUR_MS,
    'worker 1': -DAYS_MS,
    'worker 2': DAYS_MS,
  };
  for (const [name, shiftMs] of Object.entries(shifts)) await set(name, shiftMs);
  const installation = await startInstallation({
    envOf: (name) => ({ NODE_OPTIONS: `--import=${SHIFTED}`, CLOCK_SHIFT_FILE: fileOf(name) }),
  });
  const workload = await startWorkload(installation, { seed: 31 });
  const random = seededRandom(31);
  workload.begin();
  for (let jumps = 0; jumps < 40; jumps += 1) {
    await delay(1500);
    const node = random.pick(installation.nodes);
    await set(node.name, random.below(2 * DAYS_MS) - DAYS_MS);
    // More often than usual, to stand for weeks on a busy installation.
    await installation.query(
      "insert into pgboss.job (name, data, retry_limit, expire_seconds, heartbeat_seconds, policy) select name, '{}', 1, 600, 20, policy from pgboss.queue where name = 'sweep'",
    );
  }
  const answers = await expectNothingLost(installation, workload);
  expect([...answers.keys()].filter((answer) => TOO_LATE.test(answer))).toEqual([]);
});
