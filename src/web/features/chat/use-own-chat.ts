import { useQuery } from '@tanstack/react-query';
import { askTranscript, CHAT_STREAM_TYPE, clearConversation, stopAnswer } from '#contract/chat.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { type AnswerReader, readAnswerStream } from '#web/conversation/answer-events.ts';
import { useStoredChat } from '#web/conversation/use-stored-chat.ts';
import { call, send } from '#web/lib/api.ts';
import { conversationQuery, suggestionsQuery } from './data.ts';
import { answerMessage, TRANSCRIPT_ANSWERS, toMessage } from './messages.ts';
import { showChatFailure } from './show-chat-failure.ts';

/** The stored conversation about a transcript, and its actions. */
export function useOwnChat(id: TranscriptId) {
  const { data: suggested } = useQuery(suggestionsQuery(id));
  const params = { id };
  return useStoredChat({
    conversation: conversationQuery(id),
    suggestions: suggested?.suggestions ?? [],
    send: async (question: string, reader: AnswerReader) => {
      const input = { params, body: { question }, signal: reader.signal };
      return answerMessage(
        await readAnswerStream(
          await send(askTranscript, input, CHAT_STREAM_TYPE),
          TRANSCRIPT_ANSWERS,
          reader,
        ),
      );
    },
    complete: toMessage,
    stop: () => call(stopAnswer, { params }),
    clear: () => call(clearConversation, { params }),
    showFailure: showChatFailure,
  });
}
