import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ArrivingBytes } from '../../http/raw-body.ts';
import { UploadAttempts } from './attempts.ts';

const uploadId = 'one';

/** Bytes whose connection is open until they are ended. */
function arriving() {
  const bytes = new PassThrough();
  return { bytes, signal: new AbortController().signal };
}

/** Reads to the end, as a store does; counts how many do so at once. */
function reader() {
  const now = { whole: 0, part: 0 };
  const most = { whole: 0, part: 0, both: 0 };
  const read = (kind: 'whole' | 'part') => async (body: ArrivingBytes) => {
    now[kind] += 1;
    most[kind] = Math.max(most[kind], now[kind]);
    if (now.whole > 0) most.both = Math.max(most.both, now.part);
    const { promise: ended, reject } = Promise.withResolvers<never>();
    body.signal.addEventListener('abort', () => reject(new Error('ended by its signal')), { once: true });
    try {
      return String(await Promise.race([buffer(body.bytes), ended]));
    } finally {
      now[kind] -= 1;
    }
  };
  return { read, most };
}

describe('UploadAttempts', () => {
  it('receives a whole file alone, and parts beside each other', async () => {
    const attempts = new UploadAttempts();
    const { read, most } = reader();
    const bodies = Array.from({ length: 12 }, arriving);
    const all = bodies.map((body, at) => {
      const kind = at % 3 === 0 ? ('whole' as const) : ('part' as const);
      return attempts.receive({ uploadId, kind }, body, read(kind));
    });
    for (const [at, { bytes }] of bodies.entries()) bytes.end(String(at));
    expect(await Promise.all(all)).toEqual(bodies.map((_, at) => String(at)));
    expect(most).toMatchObject({ whole: 1, both: 0 });
    expect(most.part).toBeGreaterThan(1);
  });

  it('keeps nobody waiting for a connection that is dead', async () => {
    const attempts = new UploadAttempts({ silenceMs: 50 });
    const { read } = reader();
    const dead = arriving();
    dead.bytes.write('beg');
    const first = attempts.receive({ uploadId, kind: 'whole' }, dead, read('whole'));
    const again = arriving();
    again.bytes.end('begun');
    const second = attempts.receive({ uploadId, kind: 'whole' }, again, read('whole'));
    await expect(first).rejects.toMatchObject({ code: 'upload_incomplete' });
    expect(await second).toBe('begun');
  });

  it('survives a connection that is lost before anybody reads', async () => {
    const attempts = new UploadAttempts();
    const body = arriving();
    const received = attempts.receive({ uploadId, kind: 'whole' }, body, async ({ bytes }) => {
      body.bytes.destroy(new Error('The connection was lost.'));
      await setImmediate();
      return buffer(bytes);
    });
    await expect(received).rejects.toThrow('The connection was lost.');
  });

  it('lets other uploads pass, and forgets who leaves while waiting', async () => {
    const attempts = new UploadAttempts();
    const { read } = reader();
    const slow = arriving();
    const first = attempts.receive({ uploadId, kind: 'whole' }, slow, read('whole'));
    const other = arriving();
    other.bytes.end('other');
    expect(await attempts.receive({ uploadId: 'two', kind: 'whole' }, other, read('whole'))).toBe('other');
    const leaving = { ...arriving(), signal: AbortSignal.abort(new Error('The connection was lost.')) };
    const left = attempts.receive({ uploadId, kind: 'whole' }, leaving, read('whole'));
    slow.bytes.end('slow');
    expect(await first).toBe('slow');
    await expect(left).rejects.toThrow('The connection was lost.');
  });
});
