import { endsSentence } from '#domain/segmentation.ts';
import type { SaidWord } from '../../engine.ts';

/** Nobody says so few words in the middle of a sentence before somebody else goes on with it. */
const FEW_WORDS = 3;
/** A pause that ends what somebody says, whatever the punctuation. */
const PAUSE_MS = 200;

/** Consecutive words of one speaker; `to` is the last of them. */
interface Turn {
  from: number;
  to: number;
}

/**
 * The speakers of words, in time order, without turns of three words or fewer within a sentence: their words go to the longer neighbor
 * in it. What ends with a sentence ("Yes.") or before a pause keeps its speaker.
 */
export function joinMoments<Speaker>(words: readonly SaidWord[], speakers: readonly Speaker[]): Speaker[] {
  const joined = [...speakers];
  // The shortest first, because what they join may then be long enough.
  for (let few = 1; few <= FEW_WORDS; few++) while (joinTurns(words, joined, few));
  return joined;
}

/** Gives each turn of so few words away, once; whether there was any. */
function joinTurns<Speaker>(words: readonly SaidWord[], joined: Speaker[], few: number): boolean {
  const turns = turnsOf(joined);
  let hasJoined = false;
  turns.forEach((turn, index) => {
    if (lengthOf(turn) > few || !isWithinSentence(words, turn.to + 1)) return;
    const [before, after] = [turns[index - 1], turns[index + 1]];
    const heirs = [
      ...(before && isWithinSentence(words, turn.from) ? [before] : []),
      ...(after ? [after] : []),
    ];
    const heir = heirs.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
    // One that has just changed is looked at again.
    if (!heir || joined[turn.from] === joined[heir.from]) return;
    joined.fill(joined[heir.from] as Speaker, turn.from, turn.to + 1);
    hasJoined = true;
  });
  return hasJoined;
}

/** Whether the word goes on with a sentence, without a pause. */
function isWithinSentence(words: readonly SaidWord[], index: number): boolean {
  const [last, next] = [words[index - 1], words[index]];
  return (
    last !== undefined && next !== undefined && !endsSentence(last) && next.startMs - last.endMs < PAUSE_MS
  );
}

function turnsOf(speakers: readonly unknown[]): Turn[] {
  const turns: Turn[] = [];
  speakers.forEach((speaker, index) => {
    const last = turns.at(-1);
    if (last && speakers[last.from] === speaker) last.to = index;
    else turns.push({ from: index, to: index });
  });
  return turns;
}

function lengthOf({ from, to }: Turn): number {
  return to - from + 1;
}
