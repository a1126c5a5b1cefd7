import { setTimeout as delay } from 'node:timers/promises';
import { createProject } from '#contract/projects.ts';
import { type Random, seededRandom } from '#tests/support/random.ts';
import { addArticle, leaveOrJoin, makeProject, moveTranscripts, tidyUp } from './arranging.ts';
import { cutClip } from './clipping.ts';
import { ask, deleteOne, editText, renameThings, shareTranscript, stopOrRetry } from './editing.ts';
import type { Installation } from './installation.ts';
import { findDamage } from './integrity.ts';
import { Ledger } from './ledger.ts';
import { type Person, signUpPerson } from './person.ts';
import { letDaysPass, untilQuiet } from './quiet.ts';
import { recordLive } from './recording.ts';
import { uploadRecording } from './uploading.ts';
import { type Ends, verifyPerson } from './verify.ts';

/** The actions of people, with their relative frequencies. */
const STEPS: readonly (readonly [number, (person: Person) => Promise<void>])[] = [
  [8, uploadRecording],
  [2, recordLive],
  [10, editText],
  [2, stopOrRetry],
  [5, renameThings],
  [5, ask],
  [3, shareTranscript],
  [3, cutClip],
  [4, moveTranscripts],
  [2, makeProject],
  [3, addArticle],
  [1, tidyUp],
  [2, leaveOrJoin],
  [1, deleteOne],
];
const PAUSE_MS = 150;

export interface Workload {
  ledger: Ledger;
  people: readonly Person[];
  /** Lets all people work until `stop`. */
  begin(): void;
  /** Lets all people finish their current action; calls without a response by then stay unknown. */
  stop(): Promise<void>;
  /** True from the end of the work until it begins again. */
  isOver(): boolean;
}

/** Creates people who use the installation, the same in every run with a seed, and signs them up. */
export async function startWorkload(
  installation: Installation,
  { seed, people: count = 5 }: { seed: number; people?: number },
): Promise<Workload> {
  const ledger = new Ledger();
  let isOver = false;
  const urls = installation.webs.map(({ url }) => url);
  const options = (number: number) => ({
    urls,
    ledger,
    random: seededRandom(seed + number),
    isOver: () => isOver,
  });
  const owner = await signUpPerson({ name: 'Team owner', ...options(0) });
  const made = await owner.visitor.call(createProject, { body: { name: 'What we all share' } });
  if (made.kind !== 'done') throw new Error(`The shared project could not be made: ${JSON.stringify(made)}`);
  owner.account.isInTeam.changed(() => true);
  const people: Person[] = [];
  for (let number = 1; number <= count; number += 1) {
    const person = await signUpPerson({ name: `Person ${number}`, ...options(number) });
    person.team = { id: made.value.id, owner: owner.visitor };
    people.push(person);
  }
  let working: Promise<void>[] = [];
  return {
    ledger,
    people,
    begin: () => {
      isOver = false;
      working = people.map((person) => work(person, () => isOver));
    },
    stop: async () => {
      isOver = true;
      await Promise.all(working);
    },
    isOver: () => isOver,
  };
}

async function work(person: Person, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await anyStep(person.random)(person);
    await delay(person.random.below(PAUSE_MS));
  }
}

function anyStep(random: Random): (person: Person) => Promise<void> {
  let at = random.below(STEPS.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, step] of STEPS) {
    at -= weight;
    if (at < 0) return step;
  }
  throw new Error('There is no step.');
}

export interface Verdict {
  /** Everything that is lost, damaged or never finishes, one sentence for each. */
  losses: string[];
  ends: Ends;
  /** Milliseconds from the end of the work until the installation was idle. */
  quietMs: number;
}

/**
 * Starts everything that is down, waits until the installation is idle, lets two days pass, and compares everything that was confirmed with
 * the current state: over HTTP, in the database and in the store. Call it after the work has ended.
 */
export async function verify(installation: Installation, { ledger, people }: Workload): Promise<Verdict> {
  const began = performance.now();
  await installation.startAll();
  const stuck = await untilQuiet(installation);
  const quietMs = Math.round(performance.now() - began);
  const left = await letDaysPass(installation);
  const damage = await findDamage(installation);
  for (const { name, ownEnds } of installation.nodes) {
    for (const end of ownEnds) {
      // A process without its embedded database can guarantee nothing, so it exits on purpose.
      const isMeant = installation.kind === 'one process' && end.includes('the database is gone');
      if (!isMeant) damage.push(`${name} ended by itself with ${end}`);
    }
  }
  const ends: Ends = { accepted: 0, completed: 0, failed: 0, deleted: 0 };
  for (const person of people) {
    const its = await verifyPerson(person);
    for (const name of Object.keys(ends) as (keyof Ends)[]) ends[name] += its[name];
  }
  return { losses: [...stuck, ...left, ...damage, ...ledger.losses], ends, quietMs };
}
