import type { ChatAnswer, ChatMessage } from '#contract/chat.ts';
import type { CitedNow } from '../analysis/service.ts';
import { type ConversationMessage, stateOf, type WrittenAnswer } from '../conversations/service.ts';

export function presentMessage(row: ConversationMessage, cited: CitedNow): ChatMessage {
  return {
    id: row.id,
    role: row.role,
    content: row.content,
    timestamp: row.createdAt.toISOString(),
    state: stateOf(row),
    provider: row.provider,
    outdatedCitations: row.citations.flatMap((citation) =>
      citation.mark.kind === 'moment' && cited.isOutdated(citation) ? [citation.mark.seconds] : [],
    ),
  };
}

export function presentAnswer({
  text,
  state,
  provider,
}: Pick<WrittenAnswer, 'text' | 'state'> & Pick<ChatAnswer, 'provider'>): ChatAnswer {
  return { answer: text, timestamp: new Date().toISOString(), state, provider };
}
