import type { Draft } from '#domain/citations.ts';
import type { Scope } from './prompts.ts';

const TEXTS: Readonly<Record<Scope, string>> = {
  transcript: 'Nothing was said in this recording, so there is nothing to answer from.',
  collection: 'There are no words in the recordings and articles, so there is nothing to answer from.',
};

/** The answer to any question about sources without words: no service is queried. */
export const NOTHING_SAID: Readonly<Record<Scope, Draft>> = {
  transcript: [{ kind: 'prose', text: TEXTS.transcript, references: [] }],
  collection: [{ kind: 'prose', text: TEXTS.collection, references: [] }],
};
