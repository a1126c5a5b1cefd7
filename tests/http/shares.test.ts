import { describe, expect, it } from 'vitest';
import { type Edit, editTranscript } from '#contract/edits.ts';
import { endpoints } from '#contract/registry.ts';
import {
  createShare,
  getShare,
  getSharedTranscript,
  getSharedWaveform,
  getSharedWords,
  revokeShare,
} from '#contract/shares.ts';
import { deleteTranscript, getTranscript, getWords, updateTranscript } from '#contract/transcripts.ts';
import { sharedApp } from '#tests/support/app.ts';
import { withTalk } from '#tests/support/talk.ts';

async function withShare() {
  const test = await withTalk();
  const { ann, params } = test;
  const share = await ann.call(createShare, { params, body: {} });
  const shareId = share.shareUrl.split('/').at(-1) ?? '';
  return { ...test, share, shareId, visitor: test.visitor() };
}

const gone = { status: 404, code: 'share_not_found' };

describe('a public link', () => {
  it('shows the transcript to anyone, with its words and levels, and nothing of its owner', async () => {
    const { ann, params, share, shareId, visitor } = await withShare();
    expect(share).toEqual({ shareUrl: expect.stringMatching(/\/share\/[\w-]{22}$/), expiresAt: null });
    await ann.call(updateTranscript, { params, body: { speakerNames: { 'Speaker 1': 'Grace' } } });
    const shared = await visitor.call(getSharedTranscript, { params: { shareId } });
    const own = await ann.call(getTranscript, { params });
    expect(shared).toMatchObject({
      id: shareId,
      title: own.title,
      duration: own.duration,
      timestampedTranscript: own.timestampedTranscript,
      speakerNames: { 'Speaker 1': 'Grace' },
    });
    const text = JSON.stringify(shared);
    for (const secret of [ann.email, '"Ann"', 'uploads/', 'userId', 'storageKey'])
      expect(text).not.toContain(secret);
    expect(Object.keys(shared).filter((key) => /owner|user|edit|undo|version|jobId/i.test(key))).toEqual([]);
    expect(await visitor.call(getSharedWords, { params: { shareId } })).toEqual(
      await ann.call(getWords, { params }),
    );
    expect((await visitor.call(getSharedWaveform, { params: { shareId } })).peaks.length).toBeGreaterThan(10);
  });

  it('is the same when asked for again, and says how long it is good for', async () => {
    const { ann, params, share } = await withShare();
    expect(await ann.call(createShare, { params })).toEqual(share);
    const days = await ann.call(createShare, { params, body: { expiresInDays: 7 } });
    expect(days.shareUrl).toBe(share.shareUrl);
    expect(Date.parse(days.expiresAt ?? '') - Date.now()).toBeCloseTo(7 * 24 * 3600_000, -5);
    expect(await ann.call(createShare, { params, body: {} })).toEqual(days);
    expect(await ann.call(getShare, { params })).toEqual(days);
    expect(await ann.call(createShare, { params, body: { expiresInDays: null } })).toEqual(share);
    for (const expiresInDays of [0, -1, 366, 1.5])
      await expect(ann.call(createShare, { params, body: { expiresInDays } })).rejects.toMatchObject({
        status: 400,
      });
  });

  it('is made by two windows at once only once', async () => {
    const { ann, params } = await withShare();
    await ann.call(revokeShare, { params });
    const made = await Promise.all([1, 2, 3].map(() => ann.call(createShare, { params, body: {} })));
    expect(new Set(made.map(({ shareUrl }) => shareUrl)).size).toBe(1);
  });

  it('plays the recording with its own token, and stops with the link', async () => {
    const { app, ann, params, shareId, visitor } = await withShare();
    const { mediaUrl } = await visitor.call(getSharedTranscript, { params: { shareId } });
    const play = () => app.inject({ url: mediaUrl ?? '', headers: { range: 'bytes=0-99' } });
    expect((await play()).statusCode).toBe(206);
    await ann.call(revokeShare, { params });
    expect((await play()).statusCode).toBe(403);
    await expect(visitor.call(getSharedTranscript, { params: { shareId } })).rejects.toMatchObject(gone);
    expect(await ann.call(getShare, { params })).toBeNull();
    const renewed = await ann.call(createShare, { params, body: {} });
    expect(renewed.shareUrl).not.toContain(shareId);
    expect((await play()).statusCode).toBe(403);
  });

  it('ends when it expires, and does not come back to life', async () => {
    const { app, ann, params, share, shareId, visitor, sql } = await withShare();
    const { mediaUrl } = await visitor.call(getSharedTranscript, { params: { shareId } });
    await sql("update shares set expires_at = now() - interval '1 second' where id = $1", [shareId]);
    for (const endpoint of [getSharedTranscript, getSharedWords, getSharedWaveform])
      await expect(visitor.call(endpoint, { params: { shareId } })).rejects.toMatchObject(gone);
    expect((await app.inject({ url: mediaUrl ?? '' })).statusCode).toBe(403);
    expect(await ann.call(getShare, { params })).toBeNull();
    expect((await ann.call(createShare, { params, body: {} })).shareUrl).not.toBe(share.shareUrl);
  });

  it('is gone with the transcript', async () => {
    const { ann, params, shareId, visitor } = await withShare();
    await ann.call(deleteTranscript, { params });
    await expect(visitor.call(getSharedTranscript, { params: { shareId } })).rejects.toMatchObject(gone);
  });

  it.each(['guessed', 'x'.repeat(22), '../../etc', '%00', '1'])(
    'that is guessed (%s) is not there',
    async (shareId) => {
      const { visitor } = await sharedApp();
      await expect(visitor().call(getSharedTranscript, { params: { shareId } })).rejects.toMatchObject({
        status: 404,
      });
    },
  );

  it('is made of a finished transcript by its owner alone', async () => {
    const { person } = await sharedApp();
    const ann = await person();
    const params = { id: await ann.upload(Buffer.from('x')) };
    await expect(ann.call(createShare, { params, body: {} })).rejects.toMatchObject({
      status: 409,
      code: 'transcript_not_completed',
    });
    const bob = await person('Bob');
    for (const attempt of [
      () => bob.call(createShare, { params, body: {} }),
      () => bob.call(getShare, { params }),
      () => bob.call(revokeShare, { params }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'transcript_not_found' });
  });

  it('is not to be indexed', async () => {
    const { app, shareId } = await withShare();
    const response = await app.inject({ url: `/api/share/${shareId}` });
    expect(response.headers['x-robots-tag']).toBe('noindex');
  });
});

it('lets a visitor change nothing, whatever is called', async () => {
  const { app, ann, id, params, shareId } = await withShare();
  const before = await ann.call(getTranscript, { params });
  const changing = endpoints.filter(({ method, caller }) => method !== 'GET' && caller === 'signed-in');
  expect(changing.length).toBeGreaterThan(10);
  for (const { method, path } of changing) {
    for (const value of [String(id), shareId]) {
      const url = path.replace(/:(\w+)/g, encodeURIComponent(value));
      const response = await app.inject({
        method,
        url,
        payload: {},
        headers: { referer: `/share/${shareId}` },
      });
      expect(response.statusCode, `${method} ${url}`).toBe(401);
    }
  }
  expect(await ann.call(getTranscript, { params })).toEqual(before);
});

it('shows edits at once to whoever reads by the link', async () => {
  const { ann, params, shareId, visitor } = await withShare();
  const [segment] = (await ann.call(getTranscript, { params })).timestampedTranscript;
  const body: Extract<Edit, { kind: 'text' }> = {
    kind: 'text',
    segment: { id: segment?.id ?? 0, revision: segment?.revision ?? 0 },
    text: 'Corrected.',
  };
  await ann.call(editTranscript, { params, body });
  const shared = await visitor.call(getSharedTranscript, { params: { shareId } });
  expect(shared.timestampedTranscript[0]?.text).toBe('Corrected.');
});
