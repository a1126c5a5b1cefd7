import { askTranscript } from '#contract/chat.ts';
import { type Edit, editTranscript } from '#contract/edits.ts';
import { createShare, getShare, revokeShare } from '#contract/shares.ts';
import {
  cancelTranscript,
  deleteTranscript,
  retryTranscript,
  type Transcript,
  updateTranscript,
} from '#contract/transcripts.ts';
import type { LedgerTranscript, TranscriptState } from './ledger.ts';
import { note, openTranscript, type Person, unlessDeleted } from './person.ts';

type Segments = NonNullable<TranscriptState>['segments'];

let words = 0;
/** A unique word. */
const newWord = () => {
  words += 1;
  return `word${words}`;
};

/** One of the person's transcripts that may exist. */
export function anyTranscript({ account, random }: Person): LedgerTranscript | undefined {
  const there = account.transcripts.filter(({ state }) => state.certain !== null);
  return there.length === 0 ? undefined : random.pick(there);
}

/** Opens one of the person's transcripts; undefined if there is none or there was no response. */
export async function openAny(
  person: Person,
): Promise<{ transcript: LedgerTranscript; open: Transcript } | undefined> {
  const transcript = anyTranscript(person);
  const open = transcript && (await openTranscript(person, transcript));
  return transcript && open && { transcript, open };
}

/** Edits a segment of a completed transcript, in one of the ways that the editor offers. */
export async function editText(person: Person): Promise<void> {
  const found = await openAny(person);
  if (found?.open.status !== 'completed' || found.open.timestampedTranscript.length === 0) return;
  const { transcript, open } = found;
  const { edit, change } = anyEdit(person, open);
  const outcome = await person.visitor.call(editTranscript, { params: { id: open.id }, body: edit });
  note(
    person,
    outcome,
    transcript.state,
    unlessDeleted((state) => ({
      ...state,
      segments: change(state.segments),
      editCount: state.editCount + 1,
    })),
  );
}

function anyEdit(
  { random }: Person,
  { timestampedTranscript: segments }: Transcript,
): { edit: Edit; change: (before: Segments) => Segments } {
  const at = random.below(segments.length);
  const [segment, next] = [segments[at], segments[at + 1]];
  if (!segment) throw new Error('There is no segment.');
  const ref = { id: segment.id, revision: segment.revision };
  const kind = random.pick(['text', 'text', 'split', 'join', 'speaker'] as const);
  const heard = segment.text.split(' ');
  const other = segments.find(({ speaker }) => speaker !== segment.speaker)?.speaker;
  if (kind === 'split' && heard.length > 3) {
    const [before, after] = [heard.slice(0, 2).join(' '), `${newWord()} ${heard.slice(2).join(' ')}`];
    return {
      edit: { kind, segment: ref, before, after },
      change: (all) => all.toSpliced(at, 1, [segment.speaker, before], [segment.speaker, after]),
    };
  }
  if (kind === 'join' && next) {
    const text = [segment.text, next.text].filter((part) => part !== '').join(' ');
    return {
      edit: { kind, segment: ref, next: { id: next.id, revision: next.revision } },
      change: (all) => all.toSpliced(at, 2, [segment.speaker, text]),
    };
  }
  if (kind === 'speaker' && other) {
    return {
      edit: { kind, segments: [segment.id], speaker: other },
      change: (all) => all.with(at, [other, segment.text]),
    };
  }
  const text = `${heard.slice(0, 20).join(' ')} ${newWord()}`;
  return {
    edit: { kind: 'text', segment: ref, text },
    change: (all) => all.with(at, [segment.speaker, text]),
  };
}

/** Renames a transcript, a speaker, or both in one call. */
export async function renameThings(person: Person): Promise<void> {
  const found = await openAny(person);
  if (!found) return;
  const { transcript, open } = found;
  const title = person.random.chance(0.6) ? `A talk about ${newWord()}` : undefined;
  const speakerNames =
    title === undefined || person.random.chance(0.4)
      ? { ...open.speakerNames, 'Speaker 1': `Ann ${newWord()}` }
      : undefined;
  const body = { ...(title ? { title } : {}), ...(speakerNames ? { speakerNames } : {}) };
  const outcome = await person.visitor.call(updateTranscript, { params: { id: open.id }, body });
  note(
    person,
    outcome,
    transcript.state,
    unlessDeleted((state) => ({
      ...state,
      title: title ?? state.title,
      speakerNames: speakerNames ?? state.speakerNames,
      editCount: state.editCount + (speakerNames ? 1 : 0),
    })),
  );
}

/** Cancels a running transcription, or retries a failed one. */
export async function stopOrRetry(person: Person): Promise<void> {
  const found = await openAny(person);
  if (!found || found.open.status === 'completed') return;
  const { transcript, open } = found;
  const isRetry = open.status === 'failed';
  const params = { id: open.id };
  const outcome = isRetry
    ? await person.visitor.call(retryTranscript, { params, body: {} })
    : await person.visitor.call(cancelTranscript, { params });
  note(
    person,
    outcome,
    transcript.state,
    unlessDeleted((state) => ({ ...state, isCancelled: !isRetry })),
  );
}

/** Asks about a transcript without retrying; if there is no response, the conversation is read later. */
export async function ask(person: Person): Promise<void> {
  const found = await openAny(person);
  if (found?.open.status !== 'completed' || found.transcript.questions.length > 8) return;
  const { transcript, open } = found;
  const text = `What about the budget and ${newWord()}?`;
  const outcome = await person.visitor.call(
    askTranscript,
    { params: { id: open.id }, body: { question: text } },
    { isOnce: true },
  );
  const { counts } = person.ledger;
  if (outcome.kind === 'done') {
    counts.acknowledged += 1;
    transcript.questions.push({ text, outcome: 'answered', answer: outcome.value.answer });
  } else if (outcome.kind === 'unknown' || outcome.isRepeated) {
    counts.unknown += 1;
    transcript.questions.push({ text, outcome: 'unknown', answer: null });
  } else {
    counts.refused += 1;
    transcript.questions.push({ text, outcome: 'refused', answer: null });
  }
}

/** Creates a public link, or revokes the existing one. */
export async function shareTranscript(person: Person): Promise<void> {
  const found = await openAny(person);
  if (found?.open.status !== 'completed') return;
  const { transcript, open } = found;
  const params = { id: open.id };
  if (transcript.share.certain === undefined) await readShare(person, transcript);
  if (transcript.share.certain && person.random.chance(0.4)) {
    const outcome = await person.visitor.call(revokeShare, { params });
    note(person, outcome, transcript.share, () => null);
    return;
  }
  const outcome = await person.visitor.call(createShare, { params });
  const id = outcome.kind === 'done' ? shareIdOf(outcome.value) : '';
  note(person, outcome, transcript.share, (before) => before || id);
}

/** Reads the link of a transcript and records a loss if it is not a possible one. */
export async function readShare(person: Person, { id, share }: LedgerTranscript): Promise<void> {
  const read = await person.visitor.call(getShare, { params: { id } });
  if (read.kind !== 'done') return;
  const there = read.value && shareIdOf(read.value);
  const isPossible = share.possible.some((each) => each === there || (each === '' && there !== null));
  if (!isPossible)
    person.ledger.losses.push(
      `Transcript ${id} has the link ${there}, which is none of ${JSON.stringify(share.possible)}`,
    );
  share.changed(() => there);
}

function shareIdOf({ shareUrl }: { shareUrl: string }): string {
  return shareUrl.replace(/^.*\//, '');
}

/** Deletes a transcript with everything that belongs to it. */
export async function deleteOne(person: Person): Promise<void> {
  const found = await openAny(person);
  if (!found) return;
  const { transcript } = found;
  const outcome = await person.visitor.call(deleteTranscript, { params: { id: transcript.id } });
  note(person, outcome, transcript.state, () => null);
}
