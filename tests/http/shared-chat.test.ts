import { describe, expect, it } from 'vitest';
import { saveApiKeys } from '#contract/api-keys.ts';
import { askShared, getConversation, getSharedSuggestions } from '#contract/chat.ts';
import { createShare, revokeShare } from '#contract/shares.ts';
import { deleteTranscript } from '#contract/transcripts.ts';
import { untilDayLasts } from '#tests/support/day.ts';
import type { Person } from '#tests/support/person.ts';
import { citedSeconds, readChatEvents, withClaude, withOwnClaude } from '#tests/support/talk.ts';

const QUESTION = 'What about the budget?';

async function withLink() {
  return haveLink(await withClaude());
}

async function haveLink<Talk extends Awaited<ReturnType<typeof withClaude>>>(test: Talk) {
  const { shareUrl } = await test.ann.call(createShare, { params: test.params });
  const shareId = shareUrl.split('/').at(-1) ?? '';
  return { ...test, shareId, visitor: test.visitor() };
}

const ask = (visitor: Person, shareId: string, body: object = {}) =>
  visitor.call(askShared, { params: { shareId }, body: { question: QUESTION, ...body } });

describe('a visitor of a public link', () => {
  it('asks and is answered, and nothing is kept', async () => {
    const { ann, params, shareId, visitor, claude } = await withLink();
    const { suggestions } = await visitor.call(getSharedSuggestions, { params: { shareId } });
    expect(suggestions.length).toBeLessThanOrEqual(3);
    const history = [
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: 'They greet. [citation:0:00]' },
    ];
    const answer = await ask(visitor, shareId, { history });
    expect(answer).toMatchObject({ state: 'complete', timestamp: expect.any(String) });
    expect(citedSeconds(answer.answer)).toEqual([0]);
    expect(claude.requests.at(-1)?.body).toMatchObject({
      messages: [{ role: 'user' }, { role: 'assistant', content: 'They greet.' }, { content: QUESTION }],
    });
    expect((await ann.call(getConversation, { params })).messages).toEqual([]);
  });

  it('can have the answer as it is written, and ends it by going away', async () => {
    const { app, listen, shareId, claude } = await haveLink(await withOwnClaude());
    const payload = { question: QUESTION };
    const url = `/api/share/${shareId}/chat`;
    const headers = { accept: 'text/event-stream' };
    const whole = await app.inject({ method: 'POST', url, headers, payload });
    expect(readChatEvents(whole.body).at(-1)).toMatchObject({ type: 'done', state: 'complete' });

    const never = new Promise<void>(() => undefined);
    claude.reply({ kind: 'held', blocks: [{ text: 'Half an answer' }], until: never, rest: [] });
    const origin = await listen();
    const gone = new AbortController();
    const response = await fetch(origin + url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
      signal: gone.signal,
    });
    await response.body?.getReader().read();
    gone.abort();
    // The application closes only after the answer has ended.
    await app.close();
  });

  it.each([
    ['the link is revoked', revokeShare],
    ['the transcript is deleted', deleteTranscript],
  ])('is answered no further when %s', async (_, end) => {
    const { app, ann, params, shareId, claude } = await withLink();
    const gone = Promise.withResolvers<void>();
    const until = new Promise<void>(() => undefined);
    claude.reply({ kind: 'held', blocks: [{ text: 'Half an answer' }], until, rest: [], gone: gone.resolve });
    const headers = { accept: 'text/event-stream' };
    const url = `/api/share/${shareId}/chat`;
    const asked = app
      .inject({ method: 'POST', url, headers, payload: { question: QUESTION } })
      .then(({ body }) => body);
    await expect.poll(() => claude.requests.length).toBe(1);
    await ann.call(end, { params });
    await gone.promise;
    expect(readChatEvents(await asked).at(-1)).toMatchObject({ type: 'failed', code: 'share_not_found' });
  });

  it.each([
    [{ question: ' ' }, 'Please type a question.'],
    [{ question: 'x'.repeat(4001) }, 'A question can have at most 4,000 characters.'],
    [{ history: Array.from({ length: 13 }, () => ({ role: 'user', content: 'x' })) }, expect.any(String)],
    [{ history: [{ role: 'system', content: 'x' }] }, expect.any(String)],
    [{ history: [{ role: 'user', content: 'x'.repeat(20_001) }] }, expect.any(String)],
  ])('is refused what is not a question', async (body, message) => {
    const { shareId, visitor } = await withLink();
    await expect(ask(visitor, shareId, body)).rejects.toMatchObject({ status: 400, message });
  });

  it('gets nothing through a link that does not exist, or not any more', async () => {
    const { ann, params, shareId, visitor } = await withLink();
    await ann.call(revokeShare, { params });
    for (const id of [shareId, 'bogus', 'x'.repeat(22)]) {
      await expect(ask(visitor, id)).rejects.toMatchObject({ status: 404, code: 'share_not_found' });
      const suggestions = visitor.call(getSharedSuggestions, { params: { shareId: id } });
      await expect(suggestions).rejects.toMatchObject({ status: 404 });
    }
  });

  it('is held up when the questions come like a flood', async () => {
    const { shareId, visitor } = await withLink();
    for (let question = 0; question < 10; question += 1) await ask(visitor, shareId);
    await expect(ask(visitor, shareId)).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  it('gets so many answers a day, whoever asks', async () => {
    const { shareId, visitor, sql } = await haveLink(
      await withOwnClaude({ env: { DAILY_SHARED_ANSWERS: '2' } }),
    );
    await untilDayLasts({ sql });
    await ask(visitor, shareId);
    await ask(visitor, shareId);
    await expect(ask(visitor, shareId)).rejects.toMatchObject({ status: 429, code: 'shared_daily_limit' });
  });

  it('asks on the key of the owner, whose trouble with it stays the owner’s', async () => {
    const { ann, shareId, visitor, claude } = await haveLink(
      await withOwnClaude({ env: { ANTHROPIC_API_KEY: 'sk-ant-of-the-system' } }),
    );
    await expect(ask(visitor, shareId)).rejects.toMatchObject({
      status: 503,
      code: 'shared_chat_unavailable',
      message: expect.not.stringMatching(/key/i),
    });
    await ann.call(saveApiKeys, { body: { anthropicApiKey: 'sk-ant-test-0123456789' } });
    expect(await ask(visitor, shareId)).toMatchObject({ provider: 'anthropic' });
    expect(claude.requests.at(-1)?.headers.authorization).toBe('Bearer sk-ant-test-0123456789');
  });
});
