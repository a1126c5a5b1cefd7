import { askProject, ProjectChatEvent, type ProjectMessage } from '#contract/project-chat.ts';
import { formatMoment, type Mark } from '#domain/citation-marks.ts';
import { spellCitations } from '#web/citations/placeholders.ts';
import type { AnswerKind } from '#web/conversation/answer-events.ts';
import type { ShownMessage } from '#web/conversation/conversation.ts';

/** What answers about a project arrive as. */
export const PROJECT_ANSWERS: AnswerKind<{ message: ProjectMessage }> = {
  events: ProjectChatEvent,
  whole: askProject.response,
};

/** A message that only this window has, as the stored ones are. */
export function toProjectMessage(message: ShownMessage): ProjectMessage {
  return { ...message, askedBy: null, citations: [], transcripts: [], outdatedMoments: [] };
}

type Cited = Pick<ProjectMessage, 'citations' | 'transcripts' | 'outdatedMoments'>;

/** The article that a mark means, as it is now; undefined for what the server has not named. */
export function articleOf({ citations }: Cited, articleId: number) {
  return citations.find((each) => each.articleId === articleId);
}

/** The title of the transcript that a mark means; null when it is no longer in the project. */
export function transcriptTitleOf({ transcripts }: Cited, transcriptId: number): string | null {
  return transcripts.find((each) => each.transcriptId === transcriptId)?.transcriptTitle ?? null;
}

/** Whether the text at a cited moment was edited since. */
export function isOutdated({ outdatedMoments }: Cited, transcriptId: number, seconds: number): boolean {
  return outdatedMoments.some((each) => each.transcriptId === transcriptId && each.seconds === seconds);
}

/** An answer to take along elsewhere: its marks say which source they mean. */
export function spellMessage(message: Cited & Pick<ProjectMessage, 'content'>): string {
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
