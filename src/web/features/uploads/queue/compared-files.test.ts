import { expect, it, vi } from 'vitest';
import { file, found, large, memoryStore, openWindow, refused } from '#tests/support/queue-window.ts';
import type { QueueEntry } from './queue-entry.ts';
import { choicesOf, twinOf } from './same-file.ts';
import { withTexts } from './texts.ts';

/** Knows the recordings with these contents; says which were asked about by their size alone. */
function knowing(...contents: string[]) {
  const known = new Set(contents);
  const sizes: number[] = [];
  const hash = async (compared: File) => compared.text();
  const findKnown = async (sizeBytes: number, sha256: string | null) => {
    if (sha256 !== null) return known.has(sha256);
    sizes.push(sizeBytes);
    return [...known].some((content) => content.length === sizeBytes);
  };
  return { known, sizes, outside: { hash, findKnown } };
}

type Window = ReturnType<typeof openWindow>;

/** The names of the files that wait for a choice. */
function choices({ queue }: Window): string[] {
  return choicesOf(queue.getState().entries).map(({ name }) => name);
}

const asked = (window: Window, ...names: string[]) =>
  vi.waitFor(() => expect(choices(window)).toEqual(names));

it('says which files are known before anything is sent, and sends only the others', async () => {
  const window = openWindow(knowing('old').outside);
  const { queue, going, sent, states } = window;
  await queue.add(found(file('1.wav', 'old'), file('2.wav', 'new'), file('3.wav', 'other')));
  await asked(window, '1.wav');
  queue.resume();
  await going('2.wav', '3.wav');
  for (const each of sent) each.end();
  await vi.waitFor(() => expect(states()).toEqual(['1.wav waiting', '2.wav done', '3.wav done']));
});

it('sends a known file once somebody wants it once more, and only then', async () => {
  const window = openWindow(knowing('old').outside);
  const { queue, going, idOf } = window;
  await queue.add(found(file('1.wav', 'old'), file('2.wav', 'new')));
  queue.resume();
  await asked(window, '1.wav');
  await going('2.wav');
  queue.sendAgain([idOf('1.wav')]);
  await going('2.wav', '1.wav');
});

it('leaves a known file out, and puts it back as known', async () => {
  const window = openWindow(knowing('old').outside);
  const { queue, sent, idOf } = window;
  await queue.add(found(file('1.wav', 'old')));
  await asked(window, '1.wav');
  queue.resume();
  const undo = queue.remove([idOf('1.wav')]);
  expect(queue.getState().entries).toEqual([]);
  undo();
  await asked(window, '1.wav');
  expect(sent).toEqual([]);
});

it('sends a file whose transcripts were deleted before somebody chose', async () => {
  const window = openWindow(knowing('old').outside);
  await window.queue.add(found(file('1.wav', 'old')));
  window.queue.resume();
  await asked(window, '1.wav');
  window.queue.setUnknown(window.idOf('1.wav'));
  await window.going('1.wav');
});

it('notices the same recording twice in one drop, and in a later one', async () => {
  const window = openWindow(knowing().outside);
  const { queue, going, sent, idOf } = window;
  await queue.add(found(file('1.wav', 'talk'), file('copy.wav', 'talk'), file('3.wav', 'word')));
  await asked(window, 'copy.wav');
  queue.resume();
  await going('1.wav', '3.wav');
  for (const each of sent) each.end();
  await queue.add(found(file('later.wav', 'talk')));
  await asked(window, 'copy.wav', 'later.wav');
  // The transcript that was made meanwhile can be opened.
  await vi.waitFor(() => {
    const { entries } = queue.getState();
    const later = entries.find(({ name }) => name === 'later.wav');
    expect(later && twinOf(later, entries)).toMatchObject({ name: '1.wav', transcriptId: expect.anything() });
  });
  queue.remove([idOf('copy.wav')]);
  await asked(window, 'later.wav');
});

it('sends the second of two equal files by itself once the first is left out or has failed', async () => {
  const window = openWindow(knowing().outside);
  const { queue, going, sent, idOf } = window;
  await queue.add(found(file('1.wav', 'talk'), file('2.wav', 'talk'), file('3.wav', 'talk')));
  await asked(window, '2.wav', '3.wav');
  queue.remove([idOf('1.wav')]);
  queue.resume();
  await going('2.wav');
  await asked(window, '3.wav');
  sent[0]?.fail(refused('file_too_large'));
  await going('2.wav', '3.wav');
});

it('hashes no file whose size nothing else has', async () => {
  const { outside, sizes } = knowing('a longer one');
  const hash = vi.fn(outside.hash);
  const { queue, going } = openWindow({ ...outside, hash });
  await queue.add(found(file('1.wav', 'a'), file('2.wav', 'bb')));
  queue.resume();
  await going('1.wav', '2.wav');
  expect(sizes).toEqual([1, 2]);
  expect(hash).not.toHaveBeenCalled();
});

it.each([
  ['the server cannot say', { findKnown: () => Promise.reject(new TypeError('Failed to fetch')) }],
  ['the file cannot be hashed', { hash: () => Promise.reject(new Error('It was changed.')) }],
])('sends files as ever if %s', async (_why, change) => {
  const { queue, going } = openWindow({ ...knowing('old').outside, ...change });
  await queue.add(found(file('1.wav', 'old'), file('2.wav', 'new')));
  queue.resume();
  await going('1.wav', '2.wav');
  expect(queue.getState().comparing.size).toBe(0);
});

it('compares what could not be compared once the server is reached again', async () => {
  const { outside } = knowing('old');
  let isReached = false;
  const window = openWindow({
    ...outside,
    isSignedIn: () => (isReached ? Promise.resolve(true) : Promise.reject(new TypeError('Failed to fetch'))),
    findKnown: (...asks: Parameters<typeof outside.findKnown>) =>
      isReached ? outside.findKnown(...asks) : Promise.reject(new TypeError('Failed to fetch')),
  });
  await window.queue.add(found(file('1.wav', 'old')));
  window.queue.resume();
  await vi.waitFor(() => expect(window.queue.getState().hold?.kind).toBe('trouble'));
  isReached = true;
  window.queue.tryAgain();
  await asked(window, '1.wav');
  expect(window.sent).toEqual([]);
});

it('keeps the order while a file is compared, says how far that is, and stops comparing when asked to', async () => {
  const { outside } = knowing('old');
  const signals: AbortSignal[] = [];
  const { queue, going, sent, idOf } = openWindow({
    ...outside,
    hash: (_file, signal, onProgress) => {
      signals.push(signal);
      onProgress(34);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  await queue.add(found(file('1.wav', 'old'), file('2.wav', 'another')));
  queue.resume();
  await vi.waitFor(() => expect(queue.getState().comparing).toEqual(new Map([[idOf('1.wav'), 34]])));
  expect(sent).toEqual([]);
  queue.sendUncompared(idOf('1.wav'));
  await going('1.wav', '2.wav');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(queue.getState().comparing.size).toBe(0);
});

it('stops comparing a file that is removed, and everything when it is closed', async () => {
  const signals: AbortSignal[] = [];
  const { queue, idOf } = openWindow({
    ...knowing('old', 'new').outside,
    hash: (_file, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  await queue.add(found(file('1.wav', 'old'), file('2.wav', 'new')));
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  queue.remove([idOf('1.wav')]);
  expect(signals[0]?.aborted).toBe(true);
  await vi.waitFor(() => expect(signals).toHaveLength(2));
  queue.close();
  expect(signals[1]?.aborted).toBe(true);
});

it('asks again after a reload, without hashing again', async () => {
  const store = memoryStore();
  const { outside, known } = knowing('old');
  const source = { root: { kind: 'file' } as FileSystemFileHandle, path: [] };
  const read = async () => file('1.wav', 'old');
  const before = openWindow({ ...outside, store, readSource: read });
  await before.queue.add(
    (async function* () {
      yield { file: file('1.wav', 'old'), folder: '', source };
    })(),
  );
  before.queue.resume();
  await asked(before, '1.wav');
  before.queue.close();
  known.clear();
  known.add('odd');
  const hash = vi.fn(outside.hash);
  const after = openWindow({ ...outside, hash, store, windowId: 'second', isAllowed: async () => true });
  await after.queue.open();
  // Its transcript was deleted meanwhile.
  await after.going('1.wav');
  expect(hash).not.toHaveBeenCalled();
});

it('sends a large file that was compared, and no text is compared', async () => {
  const { outside, sizes } = knowing();
  const { queue, going } = openWindow(outside);
  await queue.add(found(large('1.wav'), file('talk.srt', 'text')));
  queue.resume();
  await going('1.wav');
  expect(sizes).toHaveLength(1);
});

it('has no twin for what was not hashed', () => {
  const entry = { id: '1', size: 5, position: 1, state: 'waiting' } as QueueEntry;
  expect(twinOf(entry, [entry, { ...entry, id: '2', position: 0 }])).toBeNull();
});

it('keeps the text of a known recording waiting with it', async () => {
  const window = openWindow(knowing('old').outside);
  const { queue, going, sent, idOf, states } = window;
  await queue.add(found(file('talk.wav', 'old'), file('talk.srt', 'text'), file('2.wav', 'new')));
  queue.resume();
  await asked(window, 'talk.wav');
  await going('2.wav');
  expect(withTexts(choicesOf(queue.getState().entries), queue.getState().entries)).toEqual([
    idOf('talk.wav'),
    idOf('talk.srt'),
  ]);
  queue.sendAgain([idOf('talk.wav')]);
  await going('2.wav', 'talk.wav');
  expect(sent[1]?.sending.text?.entry.name).toBe('talk.srt');
  expect(states().slice(0, 2)).toEqual(['talk.wav sending', 'talk.srt sending']);
});

it('remembers over a reload what somebody wants once more', async () => {
  const store = memoryStore();
  const { outside } = knowing('old');
  const before = openWindow({ ...outside, store });
  await before.queue.add(found(file('1.wav', 'old')));
  before.queue.resume();
  await asked(before, '1.wav');
  before.queue.sendAgain([before.idOf('1.wav')]);
  await before.going('1.wav');
  before.queue.close();
  const after = openWindow({ ...outside, store, windowId: 'second' });
  await after.queue.open();
  await after.queue.add(found(file('1.wav', 'old')));
  await after.going('1.wav');
});
