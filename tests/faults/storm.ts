import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '#tests/support/random.ts';
import type { Installation } from './installation.ts';
import type { Node } from './node.ts';

/** The targets of kills: a web node, a worker, the whole database, the process of one connection to it. */
export type Target = 'web' | 'worker' | 'database' | 'connection';

export interface StormOptions {
  random: Random;
  kills: number;
  /** The maximum duration, regardless of the number of kills by then. */
  limitMs: number;
  /** The targets, weighted by how often each is listed. */
  targets: readonly Target[];
  /** The minimum and maximum pause between two kills, in milliseconds. */
  pauseMs: readonly [number, number];
  /** The number of responses that people have received so far; there is no kill until there are new ones. */
  told: () => number;
}

/** No response takes longer than this, unless a node is still starting. */
const SILENCE_MS = 20_000;
const MAX_NEW_RESULTS = 6;

/**
 * Kills one target after another with SIGKILL, each after a random pause, and restarts it during the next pause. Skips targets that are down.
 * Returns the number of kills per target.
 */
export async function storm(
  installation: Installation,
  { random, kills, limitMs, targets, pauseMs: [least, most], told }: StormOptions,
): Promise<Record<Target, number>> {
  const killed: Record<Target, number> = { web: 0, worker: 0, database: 0, connection: 0 };
  const starting = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  const startAgain = (start: () => Promise<void>) => {
    const started: Promise<unknown> = start()
      .catch((error: unknown) => failures.push(error))
      .finally(() => starting.delete(started));
    starting.add(started);
  };
  // Restarts nodes that have exited by themselves, as a supervisor would: a process takes a while to notice that its database is gone.
  const tended = new Set<Node>();
  const keepUp = () => {
    for (const node of installation.nodes) {
      if (node.isUp() || tended.has(node)) continue;
      tended.add(node);
      startAgain(() => node.start().finally(() => tended.delete(node)));
    }
  };
  let total = 0;
  let toldBefore = told();
  const deadline = performance.now() + limitMs;
  while (total < kills && performance.now() < deadline) {
    await delay(least + random.below(most - least));
    const enough = toldBefore + 1 + random.below(MAX_NEW_RESULTS);
    await untilTold(installation, () => told() >= enough || performance.now() > deadline, keepUp);
    if (failures.length > 0) throw failures[0];
    const target = random.pick(targets);
    if (!(await kill(installation, target, random, startAgain))) continue;
    toldBefore = told();
    killed[target] += 1;
    total += 1;
  }
  while (starting.size > 0) await Promise.all(starting);
  if (failures.length > 0) throw failures[0];
  return killed;
}

/** Waits until people have received enough responses; time does not count while no node is up. */
async function untilTold({ webs }: Installation, isEnough: () => boolean, keepUp: () => void): Promise<void> {
  for (let silentMs = 0; !isEnough() && silentMs < SILENCE_MS; ) {
    const began = performance.now();
    await delay(20);
    keepUp();
    if (webs.some((node) => node.isUp())) silentMs += performance.now() - began;
  }
}

/** Kills a target; returns whether there was one. */
async function kill(
  { webs, workers, database, nodes, kind }: Installation,
  target: Target,
  random: Random,
  startAgain: (start: () => Promise<void>) => void,
): Promise<boolean> {
  if (target === 'web' || target === 'worker') {
    const up: Node[] = (target === 'web' ? webs : workers).filter((node) => node.isUp());
    if (up.length === 0) return false;
    const node = random.pick(up);
    if (!(await node.kill())) return false;
    startAgain(() => node.start());
    return true;
  }
  // A node that is still starting must get the chance to finish.
  if (!nodes.some((node) => node.isUp())) return false;
  const wasThere =
    target === 'database' ? await database.kill() : await database.killBackend(random.below(1000) / 1000);
  if (!wasThere) return false;
  startAgain(() => database.start());
  // A process that has lost its embedded database exits.
  if (kind === 'one process') startAgain(() => nodes[0]?.start() ?? Promise.resolve());
  return true;
}
