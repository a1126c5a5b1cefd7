import { describe, expect, it } from 'vitest';
import { RecordingId } from '#contract/ids.ts';
import type { KeptRecording, PieceStore, Slice } from './piece-store.ts';
import { openWriteBuffer } from './write-buffer.ts';

const recording: KeptRecording = {
  id: RecordingId.parse('AAAAAAAAAAAAAAAAAAAAAA'),
  userId: 1,
  startedAt: 0,
  mimeType: 'audio/webm',
  serverId: RecordingId.parse('AAAAAAAAAAAAAAAAAAAAAA'),
  sentPieces: 0,
  sentSlices: 0,
  wasAsked: false,
  isDiscarded: false,
};

function buffering() {
  const slices: Slice[] = [];
  const events: string[] = [];
  const disk = { isFull: false };
  const refuseWhenFull = () => {
    if (disk.isFull) throw new DOMException('', 'QuotaExceededError');
  };
  const store: PieceStore = {
    putRecording: async () => refuseWhenFull(),
    addSlice: async (slice) => {
      refuseWhenFull();
      slices.push(slice);
    },
    readSlices: async (_, from, most) => slices.slice(from, from + most),
    lastSlice: async () => slices.at(-1),
    listRecordings: async () => [],
    removeSlices: async () => undefined,
    remove: async () => undefined,
  };
  const open = () =>
    openWriteBuffer({
      store,
      recording: () => recording,
      last: slices.at(-1),
      onTrouble: () => events.push('trouble'),
      onRecovered: () => events.push('recovered'),
    });
  return { disk, slices, events, open };
}

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;

describe('openShelf', () => {
  it('keeps what comes in its order, and gives it back', async () => {
    const { slices, open } = buffering();
    const buffer = open();
    for (const [index, text] of ['one ', 'two ', 'three'].entries())
      void buffer.append(bytesOf(text), 1000 * (index + 1));
    await buffer.settled();
    expect(slices.map(({ position }) => position)).toEqual([0, 1, 2]);
    expect(await (await buffer.rest(0)).text()).toBe('one two three');
    expect(await (await buffer.rest(2)).text()).toBe('three');
    expect((await buffer.rest(0)).type).toBe('audio/webm');
  });

  it('reads about as much as it is asked for, and at least one slice', async () => {
    const buffer = buffering().open();
    for (const text of ['aaaa', 'bb', 'cc']) await buffer.append(bytesOf(text), 0);
    const first = await buffer.read(0, 1);
    expect([await first.bytes.text(), first.next]).toEqual(['aaaa', 1]);
    const second = await buffer.read(1, 4);
    expect([await second.bytes.text(), second.next]).toEqual(['bbcc', 3]);
  });

  it('goes on where it was after a reload', async () => {
    const { open } = buffering();
    await open().append(bytesOf('before '), 1000);
    const buffer = open();
    expect([buffer.count(), buffer.elapsedMs(), buffer.totalBytes()]).toEqual([1, 1000, 7]);
    expect(await (await buffer.rest(0)).text()).toBe('before ');
  });

  it('keeps in memory what the storage does not take, and stores it when it takes again', async () => {
    const { disk, slices, events, open } = buffering();
    const buffer = open();
    await buffer.append(bytesOf('one '), 1000);
    disk.isFull = true;
    await buffer.append(bytesOf('two '), 2000);
    await buffer.append(bytesOf('three'), 3000);
    expect(events).toEqual(['trouble', 'trouble']);
    expect(slices).toHaveLength(1);
    expect([buffer.unsavedBytes(0), buffer.unsavedBytes(2)]).toEqual([9, 5]);
    expect(await (await buffer.rest(0)).text()).toBe('one two three');
    disk.isFull = false;
    await buffer.append(bytesOf('!'), 4000);
    expect(events.at(-1)).toBe('recovered');
    expect(slices.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
    expect(buffer.unsavedBytes(0)).toBe(0);
  });
});
