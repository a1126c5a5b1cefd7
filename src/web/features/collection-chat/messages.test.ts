import { describe, expect, it } from 'vitest';
import type { CollectionMessage } from '#contract/collection-chat.ts';
import { ArticleId, TranscriptId } from '#contract/ids.ts';
import { isOutdated, spellMessage, toCollectionMessage, transcriptTitleOf } from './messages.ts';

const message: CollectionMessage = {
  ...toCollectionMessage({
    id: 2,
    role: 'assistant',
    content:
      'So [citation:T5:1:05] and [article:A7:"quite so"]. Gone: [citation:T6:0:09], [article:A8:"no more"]. Odd: [citation:0:07], [citation:T5:x].',
    timestamp: '2026-11-21T10:00:00.000Z',
    state: 'complete',
    provider: 'extractive',
  }),
  citations: [
    {
      articleId: ArticleId.parse(7),
      articleTitle: 'The Mill',
      author: null,
      publication: null,
      articleUrl: null,
    },
    {
      articleId: ArticleId.parse(8),
      articleTitle: null,
      author: null,
      publication: null,
      articleUrl: null,
    },
  ],
  transcripts: [
    { transcriptId: TranscriptId.parse(5), transcriptTitle: 'Garden talk' },
    { transcriptId: TranscriptId.parse(6), transcriptTitle: null },
  ],
  outdatedMoments: [{ transcriptId: TranscriptId.parse(5), seconds: 65 }],
};

describe('an answer about a project', () => {
  it('is copied with the names of its sources, as far as they are there', () =>
    expect(spellMessage(message)).toBe(
      'So (Garden talk, 1:05) and (“quite so”, The Mill). Gone: (0:09), (“no more”). Odd: (0:07), [citation:T5:x].',
    ));

  it('knows its transcripts and which moments were edited since', () => {
    expect([5, 6, 9].map((id) => transcriptTitleOf(message, id))).toEqual(['Garden talk', null, null]);
    expect(isOutdated(message, 5, 65)).toBe(true);
    expect(isOutdated(message, 5, 66)).toBe(false);
    expect(isOutdated(message, 6, 65)).toBe(false);
  });
});
