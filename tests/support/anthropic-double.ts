import type { ServerResponse } from 'node:http';
import {
  type ArrivedRequest,
  beginEvents,
  breakOff,
  type Loopback,
  sendJson,
  startLoopback,
} from './loopback.ts';

/** A text block of an answer. Citations are ranges of the document's content blocks, end exclusive. */
export interface AnsweredBlock {
  text: string;
  citations?: readonly { start: number; end: number; document?: number }[];
}

/** How the service replies to one request. */
export type AnthropicReply =
  | { kind: 'answer'; blocks: readonly AnsweredBlock[]; stopReason?: string }
  | { kind: 'error'; status: number; type: string; message?: string; headers?: Record<string, string> }
  /** Breaks the connection before the end of the answer. */
  | { kind: 'cut'; blocks: readonly AnsweredBlock[] }
  /** Sends a part of the answer, waits, and sends the rest. */
  | {
      kind: 'held';
      blocks: readonly AnsweredBlock[];
      until: Promise<void>;
      rest: readonly AnsweredBlock[];
      /** Called when the application has closed the connection or the answer has ended. */
      gone?: () => void;
    }
  /** Sends the answer, then an error event in the stream. */
  | { kind: 'error-event'; blocks: readonly AnsweredBlock[]; type: string }
  | { kind: 'malformed' }
  | { kind: 'empty' }
  /** Never replies. */
  | { kind: 'silent' }
  /** Waits before the first byte. */
  | { kind: 'after'; wait: Promise<void>; next: AnthropicReply };

export interface AnthropicDouble extends Loopback {
  /** Queues replies, one per message request; after them, the default answer returns. */
  reply(...replies: AnthropicReply[]): void;
  /** Clears the recorded requests and the queued replies. */
  forget(): void;
}

export const ANTHROPIC_KEY = 'sk-ant-test-0123456789';
const MODEL = 'claude-test';

/**
 * Speaks the wire format of Anthropic's messages and models calls (version 2026-10-21), as SDK 1.11 sends and reads it. By default it cites
 * the first block or, if a format is requested, returns a summary that quotes the first passage. It listens on a free port unless one is given.
 */
export async function startAnthropicDouble(port = 0): Promise<AnthropicDouble> {
  const replies: AnthropicReply[] = [];
  const loopback = await startLoopback(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${ANTHROPIC_KEY}`) {
      sendError(response, {
        kind: 'error',
        status: 401,
        type: 'authentication_error',
        message: `invalid key ${request.headers.authorization}`,
      });
    } else if (request.method === 'GET' && request.path.startsWith('/v1/models')) {
      sendJson(response, 200, {
        data: [{ type: 'model', id: MODEL, display_name: MODEL }],
        has_more: false,
        first_id: MODEL,
        last_id: MODEL,
      });
    } else if (request.method === 'POST' && request.path === '/v1/messages') {
      await send(response, request, replies.shift() ?? usualReply(request));
    } else {
      sendError(response, { kind: 'error', status: 404, type: 'not_found_error' });
    }
  }, port);
  const forget = () => {
    replies.length = 0;
    loopback.requests.length = 0;
  };
  return { ...loopback, reply: (...next) => void replies.push(...next), forget };
}

async function send(response: ServerResponse, request: ArrivedRequest, reply: AnthropicReply): Promise<void> {
  switch (reply.kind) {
    case 'error':
      return sendError(response, reply);
    case 'silent':
      return;
    case 'after':
      await reply.wait;
      return send(response, request, reply.next);
    case 'empty':
      beginEvents(response);
      response.end();
      return;
    case 'malformed':
      beginEvents(response);
      response.end('event: message_start\ndata: {"type":"message_start","message":{"id":\n\n');
      return;
    case 'cut':
      beginAnswer(response);
      writeBlocks(response, request, reply.blocks);
      return breakOff(response);
    case 'error-event':
      beginAnswer(response);
      writeBlocks(response, request, reply.blocks);
      write(response, {
        type: 'error',
        error: { type: reply.type, message: 'scripted' },
        request_id: 'req_double',
      });
      response.end();
      return;
    case 'held':
      response.once('close', () => reply.gone?.());
      beginAnswer(response);
      writeBlocks(response, request, reply.blocks);
      await reply.until;
      writeBlocks(response, request, reply.rest, reply.blocks.length);
      return endAnswer(response, 'end_turn');
    case 'answer':
      beginAnswer(response);
      writeBlocks(response, request, reply.blocks);
      endAnswer(response, reply.stopReason ?? 'end_turn');
  }
}

function endAnswer(response: ServerResponse, stopReason: string): void {
  write(response, {
    type: 'message_delta',
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: 42 },
  });
  write(response, { type: 'message_stop' });
  response.end();
}

function sendError(
  response: ServerResponse,
  { status, type, message = 'scripted', headers }: Extract<AnthropicReply, { kind: 'error' }>,
): void {
  const body = { type: 'error', error: { type, message }, request_id: 'req_double' };
  sendJson(response, status, body, { 'request-id': 'req_double', ...headers });
}

function beginAnswer(response: ServerResponse): void {
  beginEvents(response, { 'request-id': 'req_double' });
  write(response, {
    type: 'message_start',
    message: {
      id: 'msg_double',
      type: 'message',
      role: 'assistant',
      model: MODEL,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 100,
        output_tokens: 1,
        cache_creation_input_tokens: 90,
        cache_read_input_tokens: 0,
      },
    },
  });
  write(response, { type: 'ping' });
}

function writeBlocks(
  response: ServerResponse,
  request: ArrivedRequest,
  blocks: readonly AnsweredBlock[],
  first = 0,
): void {
  const passages = sentBlocks(request);
  blocks.forEach(({ text, citations = [] }, at) => {
    const index = first + at;
    write(response, {
      type: 'content_block_start',
      index,
      content_block: { type: 'text', text: '', citations: [] },
    });
    // A few characters at a time, so that everything that can be split across events is.
    for (const part of text.match(/[\s\S]{1,5}/g) ?? []) {
      write(response, { type: 'content_block_delta', index, delta: { type: 'text_delta', text: part } });
    }
    for (const { start, end, document = 0 } of citations) {
      const citation = {
        type: 'content_block_location',
        cited_text: passages.slice(start, end).join(''),
        document_index: document,
        document_title: 'title',
        start_block_index: start,
        end_block_index: end,
        file_id: null,
      };
      write(response, { type: 'content_block_delta', index, delta: { type: 'citations_delta', citation } });
    }
    write(response, { type: 'content_block_stop', index });
  });
}

function write(response: ServerResponse, event: { type: string } & Record<string, unknown>): void {
  response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

interface SentMessages {
  messages?: {
    content: string | { type: string; text?: string; source?: { content?: { text: string }[] } }[];
  }[];
  output_config?: unknown;
}

/** The texts of the document's blocks in a request. */
function sentBlocks({ body }: ArrivedRequest): string[] {
  // The SDK wrote this body from typed values.
  const content = (body as SentMessages).messages?.[0]?.content ?? [];
  const document = Array.isArray(content) ? content.find(({ type }) => type === 'document') : undefined;
  return document?.source?.content?.map(({ text }) => text) ?? [];
}

function usualReply(request: ArrivedRequest): AnthropicReply {
  const { messages = [], output_config } = request.body as SentMessages;
  if (output_config === undefined) {
    return {
      kind: 'answer',
      blocks: [
        { text: 'They begin with this.', citations: [{ start: 0, end: 1 }] },
        { text: ' That is all that can be said.' },
      ],
    };
  }
  const content = messages[0]?.content ?? [];
  const transcript = Array.isArray(content) ? (content[0]?.text ?? '') : content;
  return { kind: 'answer', blocks: [{ text: JSON.stringify(summaryOf(transcript)) }] };
}

/** The summary that doubles return: all fields, citing the first passage of a numbered transcript. */
export function summaryOf(transcript: string): Record<string, unknown> {
  const [, number = '0', words = ''] = /\[p(\d+)\] \([\d:]+\) [^:\n]*: ([^\n]*)/.exec(transcript) ?? [];
  const statement = { text: 'They begin with this.', passages: [Number(number)] };
  return {
    quickSummary: [statement],
    keyPoints: [statement, { text: 'Nobody said this.', passages: [999_999] }],
    mainTopics: ['Beginnings'],
    actionableInsights: [statement],
    importantQuotes: [
      { quote: words.toUpperCase(), passage: Number(number) },
      { quote: 'invented words that nobody has ever said anywhere', passage: Number(number) },
    ],
    detailedSummary: [[statement, statement], [statement]],
    tags: ['beginnings'],
  };
}
