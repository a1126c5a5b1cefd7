import { describe, expect, it } from 'vitest';
import { getSummary, makeSummary, type Summary } from '#contract/summary.ts';
import { getTranscript, transcribeAgain, updateTranscript } from '#contract/transcripts.ts';
import { sharedApp } from '#tests/support/app.ts';
import { untilDayLasts } from '#tests/support/day.ts';
import { citedSeconds, rewrite, withClaude, withOwnClaude, withTalk } from '#tests/support/talk.ts';

const textsOf = (summary: Summary) =>
  [summary.quickSummary, ...summary.keyPoints, ...summary.actionableInsights, summary.detailedSummary].join(
    '\n',
  );

describe('a summary', () => {
  it('is not there until it is asked for, then has every field, and stays', async () => {
    const { ann, params } = await withTalk();
    expect(await ann.call(getSummary, { params })).toBeNull();
    const made = await ann.call(makeSummary, { params });
    expect(made).toMatchObject({
      provider: 'extractive',
      outdated: false,
      duration: 21,
      wordCount: expect.any(Number),
    });
    expect(made.quickSummary).not.toBe('');
    expect(await ann.call(getSummary, { params })).toEqual(made);
  });

  it('cites starts of segments, and quotes the transcript to the letter', async () => {
    const { ann, params } = await withClaude();
    const made = await ann.call(makeSummary, { params });
    const { timestampedTranscript } = await ann.call(getTranscript, { params });
    const starts = timestampedTranscript.map(({ start }) => Math.floor(start ?? -1));
    const cited = citedSeconds(textsOf(made));
    expect(cited.length).toBeGreaterThan(3);
    for (const seconds of cited) expect(starts).toContain(seconds);
    expect(made.importantQuotes).toHaveLength(1);
    const [quote] = made.importantQuotes;
    const said = timestampedTranscript.map(({ text }) => text).join(' ');
    expect(said).toContain(quote?.text);
    expect(JSON.stringify(made)).not.toContain('invented words');
  });

  it('shows speakers by what they are called now, and none while they are put away', async () => {
    const { ann, params } = await withClaude();
    await ann.call(makeSummary, { params });
    await ann.call(updateTranscript, { params, body: { speakerNames: { 'Speaker 1': 'Grace' } } });
    expect((await ann.call(getSummary, { params }))?.importantQuotes[0]?.speaker).toBe('Grace');
    await ann.call(updateTranscript, { params, body: { showSpeakers: false } });
    expect((await ann.call(getSummary, { params }))?.importantQuotes[0]?.speaker).toBeUndefined();
  });

  it('says without a key that it goes by frequency alone, if the language is one whose words are not known', async () => {
    const { ann, id, params, sql } = await withTalk();
    const note = 'I do not know the words of Finnish';
    expect((await ann.call(makeSummary, { params })).quickSummary).not.toContain(note);
    await sql('update transcripts set language = $2, updated_at = now() where id = $1', [id, 'fi']);
    await rewrite(ann, id, 0, 'Vanha lautta on kulkenut vuodesta 1974 ja rikkoutui viime talvena.');
    expect((await ann.call(makeSummary, { params })).quickSummary).toContain(note);
  });

  it('is outdated once its words are edited or transcribed again, until it is written anew', async () => {
    const { ann, id, params } = await withTalk();
    await ann.call(makeSummary, { params });
    await rewrite(ann, id, 0, 'Other words stand here now, and nobody summed them up.');
    expect(await ann.call(getSummary, { params })).toMatchObject({ outdated: true });
    expect(await ann.call(makeSummary, { params })).toMatchObject({ outdated: false });
    await ann.call(transcribeAgain, { params });
    for (;;) {
      const { stage } = await ann.call(getTranscript, { params });
      if (stage === null) break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect(await ann.call(getSummary, { params })).toMatchObject({ outdated: true });
  });

  it('is written once at a time', async () => {
    const { ann, params, claude } = await withClaude();
    const { promise, resolve } = Promise.withResolvers<void>();
    claude.reply({
      kind: 'after',
      wait: promise,
      next: { kind: 'error', status: 400, type: 'invalid_request_error' },
    });
    const first = ann.call(makeSummary, { params });
    while (!claude.requests.some(({ method }) => method === 'POST'))
      await new Promise((next) => setTimeout(next, 10));
    await expect(ann.call(makeSummary, { params })).rejects.toMatchObject({
      status: 409,
      code: 'summary_pending',
    });
    resolve();
    await expect(first).rejects.toMatchObject({ code: 'ai_not_accepted' });
    expect(await ann.call(makeSummary, { params })).toMatchObject({ provider: 'anthropic' });
  });

  it('that cannot be written leaves the one before', async () => {
    const { ann, params, claude } = await withClaude();
    const before = await ann.call(makeSummary, { params });
    const cut = { kind: 'cut', blocks: [{ text: '{"quickSummary": [' }] } as const;
    claude.reply(cut, cut, cut);
    await expect(ann.call(makeSummary, { params })).rejects.toMatchObject({ code: 'ai_unreachable' });
    claude.reply({ kind: 'answer', blocks: [{ text: 'I would rather not.' }] });
    await expect(ann.call(makeSummary, { params })).rejects.toMatchObject({ code: 'ai_bad_answer' });
    expect(await ann.call(getSummary, { params })).toEqual(before);
  });

  it('counts for the day’s quota of the installation’s key', async () => {
    const { ann, params, sql } = await withOwnClaude({ env: { DAILY_ANSWERS: '1' } });
    await untilDayLasts({ sql });
    await ann.call(makeSummary, { params });
    await expect(ann.call(makeSummary, { params })).rejects.toMatchObject({
      status: 429,
      code: 'daily_limit',
    });
  });

  it.each([
    ['nothing', ['', '', '', '', '', '']],
    ['one word', ['Hello.', '', '', '', '', '']],
    [
      'a language that the tools do not know',
      ['Sanibonani nonke bangani bami.', 'Namhlanje sizokhuluma ngemvula.', '', '', '', ''],
    ],
  ])('is made of a transcript with %s', async (_, texts) => {
    const { ann, id, params } = await withTalk();
    const { timestampedTranscript } = await ann.call(getTranscript, { params });
    for (const [at] of timestampedTranscript.entries()) await rewrite(ann, id, at, texts[at] ?? '');
    const made = await ann.call(makeSummary, { params });
    expect(textsOf(made).includes(texts[0]?.split(' ')[0] ?? 'x')).toBe(true);
  });

  it('is refused while there is no text, and of strangers', async () => {
    const { person } = await sharedApp();
    const [ann, bob] = [await person('Ann'), await person('Bob')];
    const params = { id: await ann.upload(Buffer.from('x')) };
    expect(await ann.call(getSummary, { params })).toBeNull();
    await expect(ann.call(makeSummary, { params })).rejects.toMatchObject({
      code: 'transcript_not_completed',
    });
    await expect(bob.call(getSummary, { params })).rejects.toMatchObject({ status: 404 });
    await expect(bob.call(makeSummary, { params })).rejects.toMatchObject({ status: 404 });
  });
});
