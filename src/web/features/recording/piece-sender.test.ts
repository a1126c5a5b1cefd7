import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { type SentSoFar, startSender } from './piece-sender.ts';

/** A buffer of slices that hold their own number, and a server that answers as it is told. */
function sending({ answers = [] as (Error | null)[], isLost = false } = {}) {
  const put: { position: number; text: string }[] = [];
  const rests: number[] = [];
  const confirmed: SentSoFar[] = [];
  const refused: string[] = [];
  const buffer = {
    size: 0,
    count: () => buffer.size,
    read: async (from: number) => ({
      bytes: new Blob([Array.from({ length: buffer.size - from }, (_, index) => from + index).join()]),
      next: buffer.size,
    }),
  };
  const sender = startSender({
    buffer,
    sent: { pieces: 0, slices: 0 },
    put: async (position, bytes) => {
      put.push({ position, text: await bytes.text() });
      if (isLost) throw new TypeError('Failed to fetch');
      const answer = answers.shift();
      if (answer) throw answer;
    },
    rest: async (ms, signal) => {
      rests.push(ms);
      if (isLost) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    onSent: (sent) => confirmed.push(sent),
    onRefused: ({ code }) => refused.push(code ?? ''),
  });
  const grow = (to: number) => {
    buffer.size = to;
    sender.poke();
  };
  return { sender, put, rests, confirmed, refused, grow };
}

const refusal = (status: number, code: string) =>
  new ApiError(status, '', JSON.stringify({ message: code, code }));

describe('startSender', () => {
  it('waits for some seconds of sound, then sends them as one piece', async () => {
    const { put, confirmed, grow } = sending();
    grow(4);
    expect(put).toEqual([]);
    grow(6);
    await expect.poll(() => confirmed).toEqual([{ pieces: 1, slices: 6 }]);
    expect(put).toEqual([{ position: 0, text: '0,1,2,3,4,5' }]);
  });

  it('sends even a single slice once nothing more will come', async () => {
    const { sender, put, grow } = sending();
    grow(5);
    await expect.poll(() => put.length).toBe(1);
    grow(6);
    sender.flush();
    await expect.poll(() => put.at(-1)).toEqual({ position: 1, text: '5' });
    sender.gather();
    grow(8);
    await expect.poll(() => sender.sent()).toEqual({ pieces: 2, slices: 6 });
    expect(put).toHaveLength(2);
  });

  it('sends the same piece again until it is confirmed, at growing distances', async () => {
    const lost = new TypeError('Failed to fetch');
    const { put, rests, confirmed, grow } = sending({
      answers: [lost, lost, refusal(503, 'unavailable'), null],
    });
    grow(5);
    await expect.poll(() => confirmed).toHaveLength(1);
    expect(put.map(({ text }) => text)).toEqual(Array.from({ length: 4 }, () => '0,1,2,3,4'));
    expect(rests).toEqual([1000, 2000, 4000]);
  });

  it('takes a session that is over for something that passes', async () => {
    const { confirmed, refused, grow } = sending({ answers: [refusal(401, 'unauthorized'), null] });
    grow(5);
    await expect.poll(() => confirmed).toHaveLength(1);
    expect(refused).toEqual([]);
  });

  it('stops when the server does not want it, and says so', async () => {
    const { sender, put, refused, grow } = sending({ answers: [refusal(409, 'too_many_recordings')] });
    grow(5);
    await expect.poll(() => refused).toEqual(['too_many_recordings']);
    grow(10);
    expect(await sender.stop()).toEqual({ pieces: 0, slices: 0 });
    expect(put).toHaveLength(1);
  });

  it('ends at once when it is stopped between two tries', async () => {
    const { sender, put, grow } = sending({ isLost: true });
    grow(5);
    await expect.poll(() => put.length).toBeGreaterThan(0);
    expect(await sender.stop()).toEqual({ pieces: 0, slices: 0 });
    const tries = put.length;
    grow(20);
    expect(put).toHaveLength(tries);
  });
});
