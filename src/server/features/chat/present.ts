import type { ChatAnswer, ChatMessage } from '#contract/chat.ts';
import type { CitedNow } from '../analysis/service.ts';
import type { MessageRow } from './queries.ts';
import type { WrittenAnswer } from './write-answer.ts';

/** `isAlive`: whether somebody is still writing an answer that is pending. */
export function presentMessage(
  row: MessageRow,
  { cited, isAlive }: { cited: CitedNow; isAlive: boolean },
): ChatMessage {
  return {
    id: row.id,
    role: row.role,
    content: row.content,
    timestamp: row.createdAt.toISOString(),
    state: row.state === 'pending' && !isAlive ? 'cut_off' : row.state,
    provider: row.provider,
    outdatedCitations: row.citations.flatMap((citation) =>
      citation.mark.kind === 'moment' && cited.isOutdated(citation) ? [citation.mark.seconds] : [],
    ),
  };
}

export function presentAnswer(
  { text, state }: Pick<WrittenAnswer, 'text' | 'state'>,
  provider: ChatAnswer['provider'],
): ChatAnswer {
  return { answer: text, timestamp: new Date().toISOString(), state, provider };
}
