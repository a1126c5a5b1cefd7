import type { Draft } from '#domain/citations.ts';

/** The answer to any question about a recording without words: no service has to be asked. */
export const NOTHING_SAID: Draft = [
  {
    kind: 'prose',
    text: 'Nothing was said in this recording, so there is nothing to answer from.',
    references: [],
  },
];
