import { CollectionAnswer, CollectionChatEvent, type CollectionMessage } from '#contract/collection-chat.ts';
import { formatMoment, type Mark } from '#domain/citation-marks.ts';
import { spellCitations } from '#web/citations/placeholders.ts';
import type { AnswerKind } from '#web/conversation/answer-events.ts';
import type { ShownMessage } from '#web/conversation/conversation.ts';

/** The response schemas of answers about projects and the library. */
export const COLLECTION_ANSWERS: AnswerKind<{ message: CollectionMessage }> = {
  events: CollectionChatEvent,
  whole: CollectionAnswer,
};

/** A message of this window in the shape of a stored one. */
export function toCollectionMessage(message: ShownMessage): CollectionMessage {
  return { ...message, askedBy: null, citations: [], transcripts: [], read: null, outdatedMoments: [] };
}

type Cited = Pick<CollectionMessage, 'citations' | 'transcripts' | 'outdatedMoments'>;

/** The current state of the article that a mark cites; undefined if the server has not listed it. */
export function articleOf({ citations }: Cited, articleId: number) {
  return citations.find((each) => each.articleId === articleId);
}

/** The title of the transcript that a mark cites; null if it is no longer in the project. */
export function transcriptTitleOf({ transcripts }: Cited, transcriptId: number): string | null {
  return transcripts.find((each) => each.transcriptId === transcriptId)?.transcriptTitle ?? null;
}

/** Whether the text at a cited moment has been edited since. */
export function isOutdated({ outdatedMoments }: Cited, transcriptId: number, seconds: number): boolean {
  return outdatedMoments.some((each) => each.transcriptId === transcriptId && each.seconds === seconds);
}

/** The text of an answer for the clipboard; its citations name their sources. */
export function spellMessage(message: Cited & Pick<CollectionMessage, 'content'>): string {
  return spellCitations(message.content, (mark) => spellMark(message, mark));
}

function spellMark(message: Cited, mark: Mark): string {
  if (mark.kind === 'article') {
    const title = articleOf(message, mark.articleId)?.articleTitle;
    return title ? `(“${mark.quote}”, ${title})` : `(“${mark.quote}”)`;
  }
  const moment = formatMoment(mark.seconds);
  const title = mark.transcriptId === null ? null : transcriptTitleOf(message, mark.transcriptId);
  return title ? `(${title}, ${moment})` : `(${moment})`;
}
