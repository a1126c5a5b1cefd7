import { describe, expect, it } from 'vitest';
import { ChatAnswer, ChatEvent } from '#contract/chat.ts';
import { AnswerFailed, AnswerLost, readAnswerStream } from './answer-events.ts';

const ANSWER = {
  answer: 'So it is. [citation:0:05]',
  timestamp: '2026-11-21T10:00:00.000Z',
  state: 'complete',
  provider: 'anthropic',
};
const KIND = { events: ChatEvent, whole: ChatAnswer };
const line = (type: string, data: unknown) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
const streamOf = (body: BodyInit) =>
  new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });

async function read(response: Response, signal = new AbortController().signal) {
  const parts: string[] = [];
  const answer = await readAnswerStream(response, KIND, { onText: (text) => parts.push(text), signal });
  return { answer, parts };
}

describe('readAnswerStream', () => {
  it('gives the draft in parts and the checked answer at the end, whatever else is sent', async () => {
    const body = `: hi\n\n${line('text', { text: 'So ' })}${line('ping', {})}event: text\ndata: {broken\n\n${line('text', { text: 'it is.' })}${line('done', ANSWER)}`;
    expect(await read(streamOf(body))).toMatchObject({ answer: ANSWER, parts: ['So ', 'it is.'] });
  });

  it('takes an answer that comes as a whole', async () =>
    expect(await read(Response.json(ANSWER))).toEqual({ answer: ANSWER, parts: [] }));

  it('rejects with what the server says', async () => {
    const body =
      line('text', { text: 'So' }) + line('failed', { message: 'Overloaded.', code: 'ai_overloaded' });
    const failure = await read(streamOf(body)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AnswerFailed);
    expect(failure).toMatchObject({ code: 'ai_overloaded', message: 'Overloaded.' });
  });

  it('tells that the connection was lost when the stream ends too early or breaks', async () => {
    await expect(read(streamOf(line('text', { text: 'So' })))).rejects.toBeInstanceOf(AnswerLost);
    const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network')) });
    await expect(read(streamOf(broken))).rejects.toBeInstanceOf(AnswerLost);
  });

  it('rejects with the reason of the one who stopped it', async () => {
    const stop = new AbortController();
    const broken = new ReadableStream({
      pull: (controller) => {
        stop.abort();
        controller.error(stop.signal.reason);
      },
    });
    await expect(read(streamOf(broken), stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
