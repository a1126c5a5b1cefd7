// Fills the development server with something to look at: npm run dev -- --seed. Arguments: the address of the server, and the one to open.
import { setTimeout as delay } from 'node:timers/promises';
import { getHealth } from '#contract/health.ts';
import { ACCOUNT, seed } from './seed.ts';

const START_MS = 120_000;
const POLL_MS = 250;

const [server = '', page = server] = process.argv.slice(2);

const say = (line: string) => process.stdout.write(`Seed: ${line}\n`);

async function main(): Promise<void> {
  await untilHealthy();
  await seed(server, say);
  say(`All is there. Sign in at ${page} as ${ACCOUNT.email} with the password "${ACCOUNT.password}".`);
}

async function untilHealthy(): Promise<void> {
  const giveUp = performance.now() + START_MS;
  while (!(await isHealthy())) {
    if (performance.now() > giveUp)
      throw new Error(`No server answers at ${server}. Its own messages say why it has not started.`);
    await delay(POLL_MS);
  }
}

async function isHealthy(): Promise<boolean> {
  const response = await fetch(server + getHealth.path).catch(() => undefined);
  return response?.ok ?? false;
}

main().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  say(`${reason} What was made is kept; the next run with --seed makes the rest.`);
  process.exitCode = 1;
});
