import type { TextLanguage } from '#domain/languages.ts';
import { LEXICONS } from '#domain/lexicon/lexicons.ts';
import { perLanguage } from '#domain/per-language.ts';
import { phrasePattern } from '#domain/phrase-pattern.ts';

interface Cue {
  cue: RegExp;
  weight: number;
}

interface Cues {
  actions: readonly Cue[];
  opinion: RegExp;
  leaning: RegExp;
}

// Words with which people say that something has to be done.
const ACTION: readonly Cue[] = [
  {
    cue: /\b(?:we|you|i|they|somebody|someone|\p{Lu}\p{Ll}+) (?:need|needs|have|has|had better|ought) to\b/iu,
    weight: 2,
  },
  { cue: /\b(?:should|must|has to be|have to be|needs to be)\b/i, weight: 1.5 },
  {
    cue: /\b(?:let's|let us|please|make sure|don't forget|remember to|action items?|next steps?|to-?do)\b/i,
    weight: 2,
  },
  {
    cue: /\b(?:i|we|he|she|they|\p{Lu}\p{Ll}+)(?: will|'ll| am going to| are going to| is going to)\b/iu,
    weight: 1.5,
  },
  {
    cue: /\b(?:by|until|before|due) (?:\w+ ){0,2}(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|noon|end of|next week|next month|january|february|march|april|may|june|july|august|september|october|november|december|the \d)/i,
    weight: 2,
  },
  {
    cue: /\b(?:i (?:suggest|recommend|propose|advise)|we (?:recommend|propose|suggest)|my advice|the plan is|agreed|decide[ds]?|deadline|follow up|responsible for)\b/i,
    weight: 1.5,
  },
];

const OPINION =
  /\b(?:i (?:think|believe|feel|hope|love|noticed|remember|learned)|important|the (?:key|point|truth|best|worst)|never|always|most|honestly|biggest|matters?|wonderful|amazing|for the first time)\b/i;

// Openings that refer to what was said before or are only greetings; such a sentence says little on its own.
const LEANING =
  /^(?:and|but|so|or|because|then|also|well|yeah|yes|no|okay|ok|right|oh|um|uh|he|she|it|they|that|this|these|those|which|exactly|sure|agreed|fine|hello|hi|thanks|thank|welcome|good (?:morning|afternoon|evening)|my pleasure)\b/i;

const ENGLISH: Cues = { actions: ACTION, opinion: OPINION, leaning: LEANING };
/** Of a language that we do not know, we know no words. */
const NONE: Cues = { actions: [], opinion: /(?!)/, leaning: /(?!)/ };

const cuesOf = perLanguage((language: TextLanguage): Cues => {
  if (language === null) return NONE;
  if (language === 'en') return ENGLISH;
  const { tasks, hints, opinions, leaning } = LEXICONS[language].cues;
  return {
    actions: [
      { cue: phrasePattern(tasks), weight: 2 },
      { cue: phrasePattern(hints), weight: 1.5 },
    ],
    opinion: phrasePattern(opinions),
    leaning: phrasePattern(leaning, 'start'),
  };
});

/** Whether a sentence is a question. */
export function isQuestion(sentence: string): boolean {
  return /[?？؟]\s*$/.test(sentence);
}

/** How much a sentence sounds like an action item; 0 if not at all. Questions never do. */
export function actionWeight(sentence: string, language: TextLanguage): number {
  if (isQuestion(sentence)) return 0;
  return cuesOf(language).actions.reduce(
    (sum, { cue, weight }) => (cue.test(sentence) ? sum + weight : sum),
    0,
  );
}

/** Whether the speaker states an opinion. */
export function isOpinion(sentence: string, language: TextLanguage): boolean {
  return cuesOf(language).opinion.test(sentence);
}

/** Whether a sentence can be understood without the previous one. */
export function standsAlone(sentence: string, language: TextLanguage): boolean {
  return !cuesOf(language).leaning.test(sentence);
}
