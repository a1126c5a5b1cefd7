import type Anthropic from '@anthropic-ai/sdk';
import { createPreview } from '#domain/citation-marks.ts';
import type { Draft, DraftPiece, Reference } from '#domain/citations.ts';
import type { TextPassage } from '#domain/passages.ts';
import { AnalysisError, type AnalysisProblem } from '../analysis-error.ts';
import { toAnalysisError } from '../service-error.ts';
import { limitSilence } from '../silence-limit.ts';
import { isAnthropicError } from './client.ts';

export interface ReadHooks {
  signal: AbortSignal;
  silenceMs: number;
  onText: (text: string) => void;
}

interface Block {
  text: string;
  references: Reference[];
}

/**
 * Reads an answer whose citations refer to the blocks that were sent in each document. Throws `AnalysisError`; after text was
 * shown, only `cut_off` and `refused`.
 */
export async function readAnswer(
  client: Anthropic,
  request: Anthropic.MessageStreamParams,
  { sent, onText, ...hooks }: ReadHooks & { sent: readonly (readonly TextPassage[])[] },
): Promise<Draft> {
  const blocks: Block[] = [];
  const preview = createPreview();
  const show = (text: string) => {
    if (text !== '') onText(text);
  };
  await follow(client, request, {
    ...hooks,
    draft: () => toDraft(blocks),
    onEvent(event) {
      if (event.type === 'content_block_start' && event.content_block.type === 'text') {
        blocks[event.index] = { text: '', references: [] };
      }
      if (event.type !== 'content_block_delta') return;
      const block = blocks[event.index];
      if (event.delta.type === 'text_delta' && block) {
        block.text += event.delta.text;
        show(preview.push(event.delta.text));
      }
      if (event.delta.type === 'citations_delta')
        block?.references.push(...toReferences(event.delta.citation, sent));
    },
  });
  show(preview.end());
  const draft = toDraft(blocks);
  if (draft.length === 0) throw new AnalysisError({ code: 'bad_answer' });
  return draft;
}

/** Reads an answer that is one text. */
export async function readText(
  client: Anthropic,
  request: Anthropic.MessageStreamParams,
  { onText, ...hooks }: ReadHooks,
): Promise<string> {
  let text = '';
  await follow(client, request, {
    ...hooks,
    draft: () => [],
    onEvent(event) {
      if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') return;
      text += event.delta.text;
      onText(event.delta.text);
    },
  });
  return text;
}

interface FollowHooks extends Omit<ReadHooks, 'onText'> {
  onEvent: (event: Anthropic.MessageStreamEvent) => void;
  /** The draft so far. */
  draft: () => Draft;
}

async function follow(
  client: Anthropic,
  request: Anthropic.MessageStreamParams,
  { signal, silenceMs, onEvent, draft }: FollowHooks,
): Promise<void> {
  const limit = limitSilence(signal, silenceMs);
  let stopReason: Anthropic.StopReason | null = null;
  let isComplete = false;
  try {
    for await (const event of client.messages.stream(request, { signal: limit.signal })) {
      limit.touch();
      onEvent(event);
      if (event.type === 'message_delta') stopReason = event.delta.stop_reason;
      if (event.type === 'message_stop') isComplete = true;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (draft().length > 0) throw new AnalysisError({ code: 'cut_off', partial: draft() });
    throw toAnalysisError(error, isAnthropicError);
  } finally {
    limit.end();
  }
  signal.throwIfAborted();
  const problem = problemOfEnd(isComplete, stopReason, draft());
  if (problem) throw new AnalysisError(problem);
}

function problemOfEnd(
  isComplete: boolean,
  stopReason: Anthropic.StopReason | null,
  draft: Draft,
): AnalysisProblem | null {
  if (stopReason === 'refusal') return { code: 'refused' };
  if (isComplete && (stopReason === 'end_turn' || stopReason === 'stop_sequence')) return null;
  if (draft.length > 0) return { code: 'cut_off', partial: draft };
  return { code: stopReason === 'model_context_window_exceeded' ? 'too_long' : 'bad_answer' };
}

/** A citation names a range of the blocks that were sent. A citation of a block that was never sent gets a number that no passage has, so that the checker drops and counts it. */
function toReferences(
  citation: Anthropic.TextCitation,
  sent: readonly (readonly TextPassage[])[],
): Reference[] {
  const document = citation.type === 'content_block_location' ? sent[citation.document_index] : undefined;
  if (citation.type !== 'content_block_location' || !document) return [{ passage: 0 }];
  const passages = document.slice(
    Math.max(0, citation.start_block_index),
    Math.max(0, citation.end_block_index),
  );
  return passages.length === 0
    ? [{ passage: 0 }]
    : passages.slice(0, 2).map(({ number }) => ({ passage: number }));
}

// Now and then a model writes its citations as tags of the service's internal format (anthropic-sdk-python issue 1060).
const INNER_TAG = /<\/?cite\b[^>]{0,200}>/g;

function toDraft(blocks: readonly (Block | undefined)[]): Draft {
  return blocks.flatMap((block): DraftPiece[] => {
    const text = block?.text.replaceAll(INNER_TAG, '') ?? '';
    return block && text !== '' ? [{ kind: 'prose', text, references: block.references }] : [];
  });
}
