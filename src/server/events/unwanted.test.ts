import { describe, expect, it } from 'vitest';
import type { BusMessage, EventBus } from './bus.ts';
import { endsRun, endsWithTranscript, whileWanted } from './unwanted.ts';

/** A bus that delivers what the test sends. */
function busOf(): Pick<EventBus, 'subscribe'> & { send: (message: BusMessage) => void; count: () => number } {
  const listeners = new Set<(message: BusMessage) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: (message) => {
      for (const listener of listeners) listener(message);
    },
    count: () => listeners.size,
  };
}

const reason = new Error('not wanted');
const wanted = async () => true;
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a run', () => {
  it('ends when it is stopped by its id, and by no other', () => {
    const bus = busOf();
    const { signal } = whileWanted(bus, { isEnd: endsRun('one'), isWanted: wanted, reason });
    bus.send({ kind: 'stop-job', jobId: 'two' });
    expect(signal.aborted).toBe(false);
    bus.send({ kind: 'stop-job', jobId: 'one' });
    expect(signal.reason).toBe(reason);
  });

  it('ends when it was stopped before anybody listened', async () => {
    const { signal } = whileWanted(busOf(), { isEnd: endsRun('one'), isWanted: async () => false, reason });
    await settled();
    expect(signal.reason).toBe(reason);
  });

  it('ends after a gap if it was stopped meanwhile, and goes on if it was not or nobody knows', async () => {
    const bus = busOf();
    let isWanted = wanted;
    const { signal } = whileWanted(bus, { isEnd: endsRun('one'), isWanted: () => isWanted(), reason });
    const afterGap = async () => {
      bus.send({ kind: 'gap' });
      await settled();
      return signal.aborted;
    };
    expect(await afterGap()).toBe(false);
    isWanted = () => Promise.reject(new Error('the database is away'));
    expect(await afterGap()).toBe(false);
    isWanted = async () => false;
    expect(await afterGap()).toBe(true);
  });

  it('is not listened for once it is over', () => {
    const bus = busOf();
    whileWanted(bus, { isEnd: endsRun('one'), isWanted: wanted, reason }).end();
    expect(bus.count()).toBe(0);
  });
});

describe('what is made of a transcript', () => {
  it.each([
    { of: 'all', isVisitors: false, ends: true },
    { of: 'all', isVisitors: true, ends: true },
    { of: 'visitors', isVisitors: false, ends: false },
    { of: 'visitors', isVisitors: true, ends: true },
  ] as const)('ends with it, and for visitors with their link: %o', ({ of, isVisitors, ends }) => {
    const bus = busOf();
    const { signal } = whileWanted(bus, {
      isEnd: endsWithTranscript(1, { isVisitors }),
      isWanted: wanted,
      reason,
    });
    bus.send({ kind: 'unwanted', transcriptId: 2, of });
    expect(signal.aborted).toBe(false);
    bus.send({ kind: 'unwanted', transcriptId: 1, of });
    expect(signal.aborted).toBe(ends);
  });
});
