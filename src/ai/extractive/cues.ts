// Words with which people say that something has to be done. English first; a few of the most common in other languages.
const ACTION: readonly { cue: RegExp; weight: number }[] = [
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
  {
    cue: /(?:^|[^\p{L}])(?:müssen|sollten|sollte|muss|il faut|nous devons|devrait|tenemos que|hay que|debemos|dobbiamo|bisogna|temos que|trzeba|musimy|нужно|надо|должны|следует|يجب|علينا)(?:$|[^\p{L}])|需要|应该|必须|する必要|しなければ|해야/iu,
    weight: 2,
  },
];

const OPINION =
  /\b(?:i (?:think|believe|feel|hope|love|noticed|remember|learned)|important|the (?:key|point|truth|best|worst)|never|always|most|honestly|biggest|matters?|wonderful|amazing|for the first time)\b/i;

// Openings that refer to what was said before or are only greetings; such a sentence says little on its own.
const LEANING =
  /^(?:and|but|so|or|because|then|also|well|yeah|yes|no|okay|ok|right|oh|um|uh|he|she|it|they|that|this|these|those|which|exactly|sure|agreed|fine|hello|hi|thanks|thank|welcome|good (?:morning|afternoon|evening)|my pleasure)\b/i;

/** Whether a sentence is a question. */
export function isQuestion(sentence: string): boolean {
  return /[?？؟]\s*$/.test(sentence);
}

/** How much a sentence sounds like an action item; 0 if not at all. Questions never do. */
export function actionWeight(sentence: string): number {
  if (isQuestion(sentence)) return 0;
  return ACTION.reduce((sum, { cue, weight }) => (cue.test(sentence) ? sum + weight : sum), 0);
}

/** Whether the speaker states an opinion. */
export function isOpinion(sentence: string): boolean {
  return OPINION.test(sentence);
}

/** Whether a sentence can be understood without the previous one. */
export function standsAlone(sentence: string): boolean {
  return !LEANING.test(sentence);
}
