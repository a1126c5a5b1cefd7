import type { ServerResponse } from 'node:http';
import { summaryOf } from './anthropic-double.ts';
import {
  type ArrivedRequest,
  beginEvents,
  breakOff,
  type Loopback,
  sendJson,
  startLoopback,
} from './loopback.ts';

/** How the server replies to one request. */
export type OpenAiReply =
  | { kind: 'answer'; text: string; finish?: string }
  | { kind: 'error'; status: number; code?: string; type?: string; headers?: Record<string, string> }
  | { kind: 'cut'; text: string }
  /** The stream ends cleanly, but without a finish reason. */
  | { kind: 'unfinished'; text: string }
  | { kind: 'malformed' }
  | { kind: 'silent' };

export interface OpenAiDouble extends Loopback {
  reply(...replies: OpenAiReply[]): void;
}

const MODEL = 'local-model';

/** Speaks the wire format of OpenAI's chat completions (streamed) and models calls, as Ollama, llama.cpp and vLLM do. */
export async function startOpenAiDouble(): Promise<OpenAiDouble> {
  const replies: OpenAiReply[] = [];
  const loopback = await startLoopback((request, response) => {
    if (request.method === 'GET' && request.path === '/v1/models') {
      sendJson(response, 200, {
        object: 'list',
        data: [{ id: MODEL, object: 'model', created: 1, owned_by: 'double' }],
      });
    } else if (request.method === 'POST' && request.path === '/v1/chat/completions') {
      send(response, replies.shift() ?? usualReply(request));
    } else {
      sendJson(response, 404, { error: { message: 'scripted', type: 'invalid_request_error', code: null } });
    }
  });
  return { ...loopback, url: `${loopback.url}/v1`, reply: (...next) => void replies.push(...next) };
}

function send(response: ServerResponse, reply: OpenAiReply): void {
  switch (reply.kind) {
    case 'silent':
      return;
    case 'error': {
      const { status, code = null, type = 'invalid_request_error', headers } = reply;
      sendJson(response, status, { error: { message: 'scripted', type, code, param: null } }, headers);
      return;
    }
    case 'malformed':
      beginEvents(response);
      response.end('data: {"id":"chatcmpl-1","choices":[{"delta":\n\n');
      return;
    case 'cut':
      beginEvents(response);
      writeText(response, reply.text);
      breakOff(response);
      return;
    case 'unfinished':
      beginEvents(response);
      writeText(response, reply.text);
      response.end('data: [DONE]\n\n');
      return;
    case 'answer':
      beginEvents(response);
      writeText(response, reply.text);
      writeChunk(response, {}, reply.finish ?? 'stop');
      response.end('data: [DONE]\n\n');
  }
}

function writeText(response: ServerResponse, text: string): void {
  writeChunk(response, { role: 'assistant', content: '' }, null);
  for (const part of text.match(/[\s\S]{1,4}/g) ?? []) writeChunk(response, { content: part }, null);
}

function writeChunk(response: ServerResponse, delta: object, finish: string | null): void {
  const chunk = {
    id: 'chatcmpl-double',
    object: 'chat.completion.chunk',
    created: 1,
    model: MODEL,
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

function usualReply({ body }: ArrivedRequest): OpenAiReply {
  // The SDK wrote this body from typed values.
  const { messages } = body as { messages: { role: string; content: string }[] };
  const all = messages.map(({ content }) => content).join('\n');
  if (all.includes('as JSON'))
    return { kind: 'answer', text: `\`\`\`json\n${JSON.stringify(summaryOf(all))}\n\`\`\`` };
  const number = /^\[p(\d+)\] /m.exec(all)?.[1] ?? '0';
  return { kind: 'answer', text: `They begin with this [p${number}]. That is all that can be said.` };
}
