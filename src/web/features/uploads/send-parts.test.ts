import { describe, expect, it } from 'vitest';
import type { UploadId } from '#contract/ids.ts';
import { NoAnswer } from '#web/lib/send-upload.ts';
import { findBegun, forgetBegun, rememberBegun } from './begun-uploads.ts';
import { PutError, type PutFile } from './put-file.ts';
import { type SendParts, sendParts } from './send-parts.ts';

const FILE = new Blob(['aaaaabbbbbcccccdd']);
const parts = (here: number[] = []) =>
  [1, 2, 3, 4].map((number) => ({
    number,
    sizeBytes: number === 4 ? 2 : 5,
    url: here.includes(number) ? null : `/part/${number}`,
  }));
const lost = () => new NoAnswer('Network error during upload');

/** Runs an upload whose sends the test decides; tells what was sent, what was waited for, and how far it was said to be. */
async function run(
  put: (sent: PutFile, tryNumber: number) => Promise<void>,
  change: Partial<SendParts> = {},
) {
  const tries = new Map<string, number>();
  const sent: string[] = [];
  const pauses: number[] = [];
  const shares: [number, boolean][] = [];
  const outcome = sendParts(
    {
      file: FILE,
      contentType: 'audio/wav',
      partSize: 5,
      parts: parts(),
      signal: new AbortController().signal,
      onProgress: (share, waiting) => shares.push([share, waiting]),
      ...change,
    },
    {
      put: async (piece) => {
        const number = (tries.get(piece.url) ?? 0) + 1;
        tries.set(piece.url, number);
        await put(piece, number);
        sent.push(`${piece.url} ${await piece.bytes.text()}`);
      },
      pause: async (ms) => {
        pauses.push(ms);
      },
    },
  );
  const error = await outcome.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { sent: sent.sort(), pauses, shares, tries, error };
}

describe('sendParts', () => {
  it('sends each part its bytes, and ends at the whole', async () => {
    const { sent, shares, error } = await run(async () => undefined);
    expect(error).toBeUndefined();
    expect(sent).toEqual(['/part/1 aaaaa', '/part/2 bbbbb', '/part/3 ccccc', '/part/4 dd']);
    expect(shares.at(-1)).toEqual([1, false]);
  });

  it('does not send again what has arrived, and begins to count there', async () => {
    const { sent, shares } = await run(async () => undefined, { parts: parts([1, 3]) });
    expect(sent).toEqual(['/part/2 bbbbb', '/part/4 dd']);
    expect(shares[0]).toEqual([10 / 17, false]);
  });

  it('sends a part again that was lost or refused for the moment, later each time', async () => {
    const failures = [lost(), new PutError(503, ''), new PutError(429, '')];
    const { sent, pauses, error } = await run(async ({ url }, tryNumber) => {
      const failure = url === '/part/2' ? failures[tryNumber - 1] : undefined;
      if (failure) throw failure;
    });
    expect(error).toBeUndefined();
    expect(sent).toHaveLength(4);
    expect(pauses).toEqual([1000, 2000, 4000]);
  });

  it('says that it waits while nothing moves at all', async () => {
    const { shares } = await run(async (_, tryNumber) => {
      if (tryNumber === 1) throw lost();
    });
    expect(shares.some(([, waiting]) => waiting)).toBe(true);
    expect(shares.at(-1)).toEqual([1, false]);
  });

  it('gives up with what the last try said, and ends the others', async () => {
    const ended: unknown[] = [];
    const { error, tries, pauses } = await run(async ({ url, signal }) => {
      if (url === '/part/1') throw new PutError(500, 'Oops');
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          ended.push(url);
          reject(signal.reason);
        });
      });
    });
    expect(error).toMatchObject({ message: 'Direct upload failed: 500 Oops' });
    expect(tries.get('/part/1')).toBe(8);
    expect(pauses).toHaveLength(7);
    expect(ended).toEqual(['/part/2', '/part/3']);
    expect(tries.size).toBe(3);
  });

  it('does not ask again where the answer is no', async () => {
    const { error, pauses } = await run(async () => {
      throw new PutError(403, 'Forbidden');
    });
    expect(error).toMatchObject({ status: 403 });
    expect(pauses).toEqual([]);
  });

  it('ends when it is cancelled', async () => {
    const cancel = new AbortController();
    const { error, tries } = await run(
      async ({ signal }) => {
        cancel.abort(new Error('cancelled'));
        signal.throwIfAborted();
      },
      { signal: cancel.signal },
    );
    expect(error).toMatchObject({ message: 'cancelled' });
    expect(tries.size).toBe(3);
  });
});

describe('begun uploads', () => {
  const file = { name: 'talk.wav', size: 20_000_000, lastModified: 1 };
  const id = 'A'.repeat(22) as UploadId;
  const memory = (text: string | null = null) => ({
    getItem: () => text,
    setItem: (_: string, value: string) => {
      text = value;
    },
  });

  it('knows the same file again, and no other', () => {
    const storage = memory();
    rememberBegun(file, id, storage);
    expect(findBegun({ ...file }, storage)).toBe(id);
    for (const change of [{ name: 'other.wav' }, { size: 1 }, { lastModified: 2 }]) {
      expect(findBegun({ ...file, ...change }, storage)).toBeNull();
    }
    forgetBegun(file, storage);
    expect(findBegun(file, storage)).toBeNull();
  });

  it('forgets after a day, as the server does, and keeps no more than twenty', () => {
    const day = 24 * 60 * 60_000;
    const old = memory(JSON.stringify([{ ...file, uploadId: id, begunAt: Date.now() - day }]));
    expect(findBegun(file, old)).toBeNull();
    const storage = memory();
    for (let size = 1; size <= 21; size += 1) rememberBegun({ ...file, size }, id, storage);
    expect(findBegun({ ...file, size: 1 }, storage)).toBeNull();
    expect(findBegun({ ...file, size: 2 }, storage)).toBe(id);
  });

  it('begins anew where the browser keeps nothing, or something else', () => {
    expect(findBegun(file, memory('{nonsense'))).toBeNull();
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => rememberBegun(file, id, full)).not.toThrow();
  });
});
