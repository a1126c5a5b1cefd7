import { expect, it, vi } from 'vitest';
import { file, found, memoryStore, openWindow, refused } from '#tests/support/queue-window.ts';

it('goes on with what was not sent, as soon as its files are there again', async () => {
  const store = memoryStore();
  const before = openWindow({ store });
  await before.queue.add(found(file('1.wav'), file('2.wav'), file('3.wav')));
  before.queue.resume();
  await before.going('1.wav', '2.wav');
  before.sent[0]?.end();
  await before.going('1.wav', '2.wav', '3.wav');
  before.queue.close();

  const after = openWindow({ store, windowId: 'second' });
  await after.queue.open();
  expect(after.states()).toEqual(['1.wav done', '2.wav waiting', '3.wav waiting']);
  expect([...after.queue.getState().blocked.values()]).toEqual(['missing', 'missing']);
  await after.queue.add(found(file('3.wav'), file('2.wav'), file('1.wav')));
  await after.going('2.wav', '3.wav');
  expect(after.queue.getState().told).toBe('2 files added to the queue. 1 file is in it already.');
});

it('reads files again where the browser can, once the person has allowed it', async () => {
  const store = memoryStore();
  const source = { root: { kind: 'file' } as FileSystemFileHandle, path: [] };
  const before = openWindow({ store });
  await before.queue.add(
    (async function* () {
      yield { file: file('1.wav'), folder: '', source };
    })(),
  );
  before.queue.resume();
  before.queue.close();
  const after = openWindow({ store, windowId: 'second' });
  await after.queue.open();
  expect([...after.queue.getState().blocked.values()]).toEqual(['ask']);
  expect(after.sent).toEqual([]);
  await after.queue.allow();
  await after.going('1.wav');
});

it('stays paused, and forgets what is finished', async () => {
  const store = memoryStore();
  let isGoing = true;
  const going = {
    wasGoing: () => isGoing,
    setGoing: (next: boolean) => {
      isGoing = next;
    },
  };
  const before = openWindow({ store, ...going });
  await before.queue.add(found(file('1.wav')));
  before.queue.resume();
  before.queue.pause();
  before.queue.close();
  const after = openWindow({ store, windowId: 'second', ...going });
  await after.queue.open();
  expect(after.queue.getState().hold).toEqual({ kind: 'paused' });
  await after.queue.add(found(file('1.wav')));
  after.queue.resume();
  await after.going('1.wav');
  after.sent[0]?.end();
  await vi.waitFor(() => expect(after.states()).toEqual(['1.wav done']));
  after.queue.close();
  const last = openWindow({ store, windowId: 'third' });
  await last.queue.open();
  expect(last.states()).toEqual([]);
  expect(await store.list(7)).toEqual([]);
});

it('does not take what another window is sending, nor send it twice', async () => {
  const store = memoryStore();
  const openWindows = async () => () => true;
  const awaited: string[] = [];
  const first = openWindow({ store, openWindows });
  await first.queue.add(found(file('1.wav')));
  const second = openWindow({
    store,
    openWindows,
    windowId: 'second',
    awaitClosing: (id) => awaited.push(id),
  });
  await second.queue.open();
  expect(second.states()).toEqual([]);
  expect(second.queue.getState().elsewhere).toBe(1);
  expect(awaited).toEqual(['first']);
  await second.queue.add(found(file('1.wav')));
  expect(second.states()).toEqual([]);
  expect(second.queue.getState().told).toBe('Nothing was added to the queue. 1 file is in it already.');
});

it('forgets after thirty days, whoever it was', async () => {
  const store = memoryStore();
  const first = openWindow({ store });
  await first.queue.add(found(file('1.wav')));
  first.queue.close();
  const later = 1_000_000 + 30 * 24 * 60 * 60_000;
  await openWindow({ store, windowId: 'second', now: () => later }, 8).queue.open();
  expect(await store.list(7)).toHaveLength(1);
  await openWindow({ store, windowId: 'third', now: () => later + 1 }, 8).queue.open();
  expect(await store.list(7)).toEqual([]);
});

it('keeps its own entries where no locks tell which windows are open', async () => {
  const store = memoryStore();
  const { queue, states, going } = openWindow({ store, openWindows: async () => () => false });
  await queue.add(found(file('1.wav')));
  queue.resume();
  await going('1.wav');
  // Another window without locks has taken it over.
  const [entry] = await store.list(7);
  if (entry) await store.put([{ ...entry, windowId: 'second', state: 'waiting' }]);
  await queue.open();
  expect(states()).toEqual(['1.wav sending']);
});

it('shows nothing of another person', async () => {
  const store = memoryStore();
  const first = openWindow({ store });
  await first.queue.add(found(file('1.wav')));
  first.queue.close();
  const second = openWindow({ store, windowId: 'second' }, 8);
  await second.queue.open();
  expect(second.states()).toEqual([]);
  expect(await store.list(7)).toHaveLength(1);
});

it('keeps the settings of files that had failed before a reload', async () => {
  const store = memoryStore();
  const before = openWindow({ store });
  const { settings } = before.queue.getState();
  before.queue.changeSettings({ ...settings, speech: { ...settings.speech, language: 'de' } });
  await before.queue.add(found(file('1.wav')));
  before.queue.resume();
  await before.going('1.wav');
  before.sent[0]?.fail(refused('file_too_large'));
  await vi.waitFor(() => expect(before.states()).toEqual(['1.wav failed']));
  before.queue.close();
  const after = openWindow({ store, windowId: 'second' });
  await after.queue.open();
  await after.queue.add(found(file('1.wav')));
  after.queue.resume();
  await after.going('1.wav');
  expect(after.sent[0]?.sending.entry.settings.speech.language).toBe('de');
});
