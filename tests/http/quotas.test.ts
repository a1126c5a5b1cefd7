import { describe, expect, it } from 'vitest';
import { saveApiKeys } from '#contract/api-keys.ts';
import { askShared, askTranscript } from '#contract/chat.ts';
import { createShare, revokeShare } from '#contract/shares.ts';
import { makeSummary } from '#contract/summary.ts';
import { deleteTranscript } from '#contract/transcripts.ts';
import { consume, personalAnswers, refund } from '#server/features/quotas/service.ts';
import { ANTHROPIC_KEY } from '#tests/support/anthropic-double.ts';
import { testApp } from '#tests/support/app.ts';
import { untilDayLasts } from '#tests/support/day.ts';
import type { Person } from '#tests/support/person.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { withOwnClaude } from '#tests/support/talk.ts';

const QUESTION = 'What about the budget?';
const recording = wavRecording(21_000);

/** Claude's double behind a key of the installation, on a day that lasts. */
async function withQuotas(env: Record<string, string>) {
  const test = await withOwnClaude({ env });
  await untilDayLasts(test);
  const asked = () => test.claude.requests.filter(({ path }) => path === '/v1/messages').length;
  const link = async (owner: Person, params = test.params) => {
    const { shareUrl } = await owner.call(createShare, { params });
    return shareUrl.split('/').at(-1) ?? '';
  };
  /** A question of a visitor whom no limit by address holds up. */
  let visitors = 0;
  const visit = (shareId: string) => {
    visitors += 1;
    return test.app.inject({
      method: 'POST',
      url: askShared.path.replace(':shareId', shareId),
      payload: { question: QUESTION },
      remoteAddress: `198.18.${visitors >> 8}.${visitors & 255}`,
    });
  };
  return { ...test, asked, link, visit };
}

describe("a day's answers to visitors", () => {
  it('do not begin anew with another link to the same transcript', async () => {
    const { ann, params, asked, link, visit } = await withQuotas({ DAILY_SHARED_ANSWERS: '2' });
    for (let round = 0; round < 3; round += 1) {
      const shareId = await link(ann);
      await visit(shareId);
      const last = await visit(shareId);
      if (round > 0) expect(last.json()).toMatchObject({ code: 'shared_daily_limit' });
      await ann.call(revokeShare, { params });
    }
    expect(asked()).toBe(2);
  });

  it('do not begin anew with the same recording uploaded once more', async () => {
    const { ann, params, asked, link, visit } = await withQuotas({ DAILY_SHARED_ANSWERS_OWNER: '2' });
    const shareId = await link(ann);
    await visit(shareId);
    await visit(shareId);
    await ann.call(deleteTranscript, { params });
    const id = await ann.upload(await recording);
    await ann.settled(id);
    const refused = await visit(await link(ann, { id }));
    expect(refused.json()).toMatchObject({
      code: 'shared_total_daily_limit',
      message: expect.not.stringContaining('key'),
    });
    expect(refused.statusCode).toBe(429);
    expect(asked()).toBe(2);
  });
});

describe("the installation's key", () => {
  it('gives no more than its daily total, also to two hundred at once, and the log tells what is left', async () => {
    const lines: string[] = [];
    const env = { DAILY_ANSWERS_TOTAL: '20' };
    const { deps, sql } = await testApp({ env, onLog: (line) => lines.push(line) });
    await untilDayLasts({ sql });
    const all = Array.from({ length: 200 }, (_, at) => consume(deps, personalAnswers(deps, at)));
    const outcomes = await Promise.allSettled(all);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(180);
    expect(refused).toEqual(
      refused.map(() => ({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'total_daily_limit' }),
      })),
    );
    // Who was refused has used nothing of his own.
    expect(await sql('select sum(used)::int as used from usage')).toEqual([{ used: 40 }]);
    const told = lines.map((line) => JSON.parse(line)).filter(({ quota }) => quota === 'answers:total');
    expect(told.map(({ left }) => left).sort((a, b) => a - b)).toEqual([...Array(20).keys()]);
    expect(told.filter(({ level }) => level === 40)).toEqual([
      expect.objectContaining({ left: 2, limit: 20, msg: expect.stringContaining('nearly used up') }),
      expect.objectContaining({ left: 0, limit: 20, msg: expect.stringMatching(/ key used up$/) }),
    ]);
  });

  it('is the same for however many accounts, and a key of one’s own goes on', async () => {
    const { ann, params, person } = await withQuotas({ DAILY_ANSWERS_TOTAL: '1' });
    await ann.call(askTranscript, { params, body: { question: QUESTION } });
    const bob = await person('Bob');
    const id = await bob.upload(await recording);
    await bob.settled(id);
    const ask = () => bob.call(askTranscript, { params: { id }, body: { question: QUESTION } });
    await expect(ask()).rejects.toMatchObject({
      status: 429,
      code: 'total_daily_limit',
      message: expect.stringContaining('for all users'),
    });
    await expect(bob.call(makeSummary, { params: { id } })).rejects.toMatchObject({
      code: 'total_daily_limit',
    });
    await bob.call(saveApiKeys, { body: { anthropicApiKey: ANTHROPIC_KEY } });
    expect(await ask()).toMatchObject({ state: 'complete' });
  });

  it('counts what was written in vain, and not what the service did not take', async () => {
    const { ann, params, claude, sql } = await withQuotas({ DAILY_ANSWERS: '2' });
    const summarize = () => ann.call(makeSummary, { params });
    claude.reply({ kind: 'answer', blocks: [{ text: 'I would rather not.' }] });
    await expect(summarize()).rejects.toMatchObject({ code: 'ai_bad_answer' });
    claude.reply({ kind: 'error', status: 400, type: 'invalid_request_error' });
    await expect(summarize()).rejects.toMatchObject({ code: 'ai_not_accepted' });
    expect(await sql('select used from usage')).toEqual([{ used: 1 }, { used: 1 }]);
  });

  it('has nothing more on the next day for what failed overnight', async () => {
    const { deps, sql } = await testApp();
    await untilDayLasts({ sql });
    const consumed = await consume(deps, personalAnswers(deps, 7));
    await sql('insert into usage select day - 1, subject, 1 from usage');
    const yesterday = new Date(Date.parse(consumed.day) - 86_400_000).toISOString().slice(0, 10);
    await refund(deps, { ...consumed, day: yesterday });
    const used = await sql('select day::text, used from usage order by day');
    expect(used.map((row) => row.used)).toEqual([0, 0, 1, 1]);
  });
});
