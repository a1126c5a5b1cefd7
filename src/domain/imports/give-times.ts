import type { Utterance } from './utterance.ts';

/** An utterance with the label of its speaker and with times. */
export type TimedUtterance = Omit<Utterance, 'startMs' | 'endMs' | 'speaker'> & {
  startMs: number;
  endMs: number;
  speaker: string;
};

/** How fast people speak: 150 words a minute, each of five letters and a space. Characters of Chinese stand for half a word. */
const CHARACTERS_PER_SECOND = 15;
/** Somebody speaks at least at this pace: what lies between the end of a text and the next one is silence. */
const SLOWEST_PER_SECOND = 7;
const LEAST_MS = 300;
/** Exports put a time before every minute of a monologue; a paragraph's last sentence may go on after that. */
const MINUTE_MS = 60_000;
const REST_OF_MINUTE_MS = 15_000;

/**
 * Gives all utterances times, in order. With none in the file, they are estimated from the length of the text; an utterance without a
 * time lies between its neighbours. Impossible times are repaired, which the notes tell.
 */
export function giveTimes(
  utterances: readonly (Omit<Utterance, 'speaker'> & { speaker: string })[],
  isOurs: boolean,
): { timed: TimedUtterance[]; hasTimes: boolean; notes: string[] } {
  const hasTimes = utterances.some(({ startMs }) => startMs !== null);
  const begun = withStarts(utterances);
  const counts = { negative: 0, backwards: 0, moved: 0, overlapping: 0 };
  for (const each of begun) if (each.startMs < 0 || (each.endMs ?? 0) < 0) counts.negative += 1;
  const positive = begun.map((each) => ({
    ...each,
    startMs: Math.max(0, each.startMs),
    endMs: each.endMs === null ? null : Math.max(0, each.endMs),
  }));
  for (const [index, { startMs }] of positive.entries())
    if (startMs < (positive[index - 1]?.startMs ?? 0)) counts.moved += 1;
  const sorted = isOurs ? positive : positive.toSorted((a, b) => a.startMs - b.startMs);
  for (const { startMs, endMs } of sorted) if (endMs !== null && endMs < startMs) counts.backwards += 1;
  const timed = isOurs
    ? sorted.map((each) => ({ ...each, endMs: Math.max(each.startMs, each.endMs ?? each.startMs) }))
    : withEnds(sorted, counts);
  return { timed, hasTimes, notes: notesOf(counts, hasTimes) };
}

type Begun = Omit<TimedUtterance, 'endMs'> & { endMs: number | null };

/** Those without a start share the time up to the next start, by length. */
function withStarts(utterances: readonly (Omit<Utterance, 'speaker'> & { speaker: string })[]): Begun[] {
  const begun: Begun[] = [];
  let index = 0;
  let fromMs = 0;
  while (index < utterances.length) {
    let next = index + 1;
    while (next < utterances.length && utterances[next]?.startMs === null) next += 1;
    const group = utterances.slice(index, next);
    fromMs = group[0]?.startMs ?? fromMs;
    const length = group.reduce((sum, { text }) => sum + text.length, 0);
    const roomMs = (utterances[next]?.startMs ?? Number.POSITIVE_INFINITY) - fromMs;
    const neededMs = (1000 * length) / CHARACTERS_PER_SECOND;
    const lengthMs = roomMs > 0 ? Math.min(roomMs, neededMs) : neededMs;
    let before = 0;
    for (const each of group) {
      const startMs = Math.round(fromMs + (lengthMs * before) / Math.max(1, length));
      before += each.text.length;
      const endMs =
        group.length > 1 ? Math.round(fromMs + (lengthMs * before) / Math.max(1, length)) : each.endMs;
      begun.push({ ...each, startMs, endMs });
    }
    fromMs = begun.at(-1)?.endMs ?? fromMs;
    index = next;
  }
  return begun;
}

function withEnds(sorted: readonly Begun[], counts: { overlapping: number }): TimedUtterance[] {
  const timed: TimedUtterance[] = [];
  let index = 0;
  while (index < sorted.length) {
    const first = sorted[index];
    if (!first) break;
    // Those that begin at the same moment share the time.
    let next = index + 1;
    while (sorted[next]?.startMs === first.startMs) next += 1;
    const group = sorted.slice(index, next);
    const limitMs = sorted[next]?.startMs ?? Number.POSITIVE_INFINITY;
    const wishedMs = group.reduce((most, each) => Math.max(most, endWish(each, limitMs)), 0);
    counts.overlapping += group.length - 1 + (wishedMs > limitMs ? 1 : 0);
    for (const each of share(group, Math.min(wishedMs, limitMs))) timed.push(each);
    index = next;
  }
  return timed;
}

function endWish({ startMs, endMs, text }: Begun, limitMs: number): number {
  if (endMs !== null && endMs > startMs) return endMs;
  const slowestMs = startMs + Math.max(LEAST_MS, (1000 * text.length) / SLOWEST_PER_SECOND);
  const usualMs = startMs + Math.max(LEAST_MS, (1000 * text.length) / CHARACTERS_PER_SECOND);
  if (!Number.isFinite(limitMs)) return Math.round(usualMs);
  const roomMs = limitMs - startMs;
  const isMinute = roomMs > MINUTE_MS && roomMs <= MINUTE_MS + REST_OF_MINUTE_MS;
  return Math.round(Math.min(slowestMs, isMinute ? startMs + MINUTE_MS : limitMs));
}

function share(group: readonly Begun[], endMs: number): TimedUtterance[] {
  const startMs = group[0]?.startMs ?? 0;
  const total = group.reduce((sum, { text }) => sum + text.length, 0);
  let before = 0;
  return group.map((each) => {
    const from = startMs + Math.floor(((endMs - startMs) * before) / total);
    before += each.text.length;
    return { ...each, startMs: from, endMs: startMs + Math.floor(((endMs - startMs) * before) / total) };
  });
}

function notesOf(
  {
    negative,
    backwards,
    moved,
    overlapping,
  }: Record<'negative' | 'backwards' | 'moved' | 'overlapping', number>,
  hasTimes: boolean,
): string[] {
  if (!hasTimes)
    return ['The file has no times. Without a recording, they are estimated from the length of the text.'];
  const parts = (count: number) => (count === 1 ? '1 part' : `${count.toLocaleString('en')} parts`);
  return [
    ...(negative > 0 ? [`${parts(negative)} began before 0:00. They now begin there.`] : []),
    ...(moved > 0 ? [`${parts(moved)} stood out of order and were sorted by time.`] : []),
    ...(backwards > 0 ? [`${parts(backwards)} ended before they began. Their ends were estimated.`] : []),
    ...(overlapping > 0
      ? [`${parts(overlapping)} overlapped the next one; now each ends where the next begins.`]
      : []),
  ];
}
