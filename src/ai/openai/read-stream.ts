import OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { Draft } from '#domain/citations.ts';
import { AnalysisError } from '../analysis-error.ts';
import { toAnalysisError } from '../service-error.ts';
import { limitSilence } from '../silence-limit.ts';

export interface CompletionHooks {
  signal: AbortSignal;
  silenceMs: number;
  onText: (part: string) => void;
  /** What is kept of an answer that ended halfway; an empty draft means that half is useless. */
  partial: (text: string) => Draft;
}

/** Reads a streamed answer as one text. Throws `AnalysisError`. */
export async function readCompletion(
  client: OpenAI,
  request: Omit<ChatCompletionCreateParamsStreaming, 'stream'>,
  { signal, silenceMs, onText, partial }: CompletionHooks,
): Promise<string> {
  const limit = limitSilence(signal, silenceMs);
  let text = '';
  let finish: string | null = null;
  try {
    const stream = await client.chat.completions.create(
      { ...request, stream: true },
      { signal: limit.signal },
    );
    for await (const chunk of stream) {
      limit.touch();
      const [choice] = chunk.choices;
      const part = choice?.delta.content ?? '';
      if (part !== '') {
        text += part;
        onText(part);
      }
      finish = choice?.finish_reason ?? finish;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (partial(text).length > 0) throw new AnalysisError({ code: 'cut_off', partial: partial(text) });
    throw toAnalysisError(error, (each) => each instanceof OpenAI.OpenAIError);
  } finally {
    limit.end();
  }
  signal.throwIfAborted();
  if (finish === 'stop') return text;
  if (finish === 'content_filter') throw new AnalysisError({ code: 'refused' });
  // 'length', or a stream that ended without giving a reason.
  const kept = partial(text);
  throw new AnalysisError(kept.length > 0 ? { code: 'cut_off', partial: kept } : { code: 'bad_answer' });
}
