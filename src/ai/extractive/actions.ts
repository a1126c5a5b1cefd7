import { chooseSentences } from './choose-sentences.ts';
import { actionWeight } from './cues.ts';
import type { ScoredSentence } from './scored-sentences.ts';

const MAX_ACTIONS = 6;
/** Below this a cue word may be a coincidence ("you should have seen it"). */
const MIN_ACTION_WEIGHT = 2;

/** The sentences in which somebody says that something has to be done, in the order of the transcript. */
export function findActions(sentences: readonly ScoredSentence[]): ScoredSentence[] {
  const highest = sentences.reduce((most, { score }) => Math.max(most, score), 0);
  const actions = sentences.flatMap((sentence) => {
    const weight = actionWeight(sentence.text, sentence.passage.language);
    return weight < MIN_ACTION_WEIGHT
      ? []
      : [{ ...sentence, score: weight * (0.4 + sentence.score / (highest || 1)) }];
  });
  return chooseSentences(actions, MAX_ACTIONS);
}
