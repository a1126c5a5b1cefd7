import { setTimeout as delay } from 'node:timers/promises';
import { signUp } from '#contract/auth.ts';
import type { ProjectId, UserId } from '#contract/ids.ts';
import { getTranscript, type Transcript } from '#contract/transcripts.ts';
import type { Random } from '#tests/support/random.ts';
import { type Account, Known, type Ledger, type LedgerTranscript, type TranscriptState } from './ledger.ts';
import { type Outcome, Visitor } from './visitor.ts';

/** A simulated user, with everything that was confirmed to them. */
export interface Person {
  id: UserId;
  visitor: Visitor;
  account: Account;
  ledger: Ledger;
  random: Random;
  /** The project that all people share; its owner never leaves it. */
  team: { id: ProjectId; owner: Visitor } | null;
}

export interface PersonOptions {
  name: string;
  urls: readonly string[];
  ledger: Ledger;
  random: Random;
  isOver: () => boolean;
}

/** Creates an account while nothing is broken. */
export async function signUpPerson({ name, ...options }: PersonOptions): Promise<Person> {
  const visitor = new Visitor(options);
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.test`;
  const body = { email, password: 'correct horse', firstName: name };
  const answer = await visitor.send(
    signUp.path,
    () => ({
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
    {},
  );
  if (answer.kind !== 'done') throw new Error(`${name} could not sign up: ${JSON.stringify(answer)}`);
  visitor.cookie = answer.value.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const account: Account = {
    name,
    cookie: visitor.cookie,
    recordings: [],
    transcripts: [],
    unfinished: [],
    projects: [],
    moves: [],
    isInTeam: new Known(false),
  };
  options.ledger.accounts.push(account);
  const { id } = JSON.parse(answer.value.bytes.toString('utf8')) as { id: UserId };
  return { id, visitor, account, ledger: options.ledger, random: options.random, team: null };
}

/** Records the result of a change; returns whether it was applied. */
export function note<Value>(
  { ledger }: Pick<Person, 'ledger'>,
  outcome: Outcome<unknown>,
  known: Known<Value>,
  change: (before: Value) => Value,
): boolean {
  const { counts } = ledger;
  if (outcome.kind === 'done') {
    counts.acknowledged += 1;
    known.changed(change);
    return true;
  }
  if (outcome.kind === 'refused' && !outcome.isRepeated) {
    counts.refused += 1;
    return false;
  }
  // A retry may be rejected because the first attempt was applied.
  counts.unknown += 1;
  known.mayHaveChanged(change);
  return false;
}

/** A change that leaves deleted transcripts alone. */
export function unlessDeleted(change: (state: NonNullable<TranscriptState>) => TranscriptState) {
  return (state: TranscriptState): TranscriptState => state && change(state);
}

/** Reads a transcript and records a loss if its state is impossible. Undefined if it is gone or could not be read. */
export async function openTranscript(
  person: Person,
  transcript: LedgerTranscript,
): Promise<Transcript | undefined> {
  await delay(transcript.state.unsettledMs);
  const read = await person.visitor.call(getTranscript, { params: { id: transcript.id } });
  if (read.kind === 'unknown') return undefined;
  const problem = compareTranscript(transcript, read.kind === 'done' ? read.value : null);
  if (problem) person.ledger.losses.push(problem);
  person.ledger.counts.reads += 1;
  return read.kind === 'done' && !problem ? read.value : undefined;
}

/** The problem with a transcript as it was read (null if it does not exist); undefined if its state is possible. */
export function compareTranscript(
  { id, recording, state }: LedgerTranscript,
  read: Transcript | null,
): string | undefined {
  const seen = read && {
    title: read.title,
    speakerNames: read.speakerNames,
    editCount: read.editCount,
    projectId: read.projectId,
    ...(read.status === 'processing' ? {} : { isCancelled: read.errorCode === 'cancelled' }),
    ...(read.status === 'completed'
      ? { segments: read.timestampedTranscript.map(({ speaker, text }) => [speaker, text] as const) }
      : {}),
  };
  if (state.seen(seen)) return undefined;
  return `Transcript ${id} (${recording.filename}) is ${JSON.stringify(seen)}, which is none of ${JSON.stringify(state.possible)}`;
}
