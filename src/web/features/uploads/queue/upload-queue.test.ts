import { expect, it, vi } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import { file, found, large, openWindow, refused } from '#tests/support/queue-window.ts';
import { NETWORK_ERROR, NoAnswer } from '#web/lib/send-upload.ts';

it('waits for its start, and then sends two files at once, in order', async () => {
  const { queue, sent, states, going } = openWindow();
  await queue.add(found(file('1.wav'), file('2.wav'), file('3.wav')));
  expect(queue.getState().hold).toEqual({ kind: 'start' });
  expect(sent).toEqual([]);
  queue.resume();
  await going('1.wav', '2.wav');
  sent[0]?.end();
  await going('1.wav', '2.wav', '3.wav');
  expect(states()).toEqual(['1.wav done', '2.wav sending', '3.wav sending']);
  // What is added while it goes needs no start.
  await queue.add(found(file('4.wav')));
  sent[1]?.end();
  await going('1.wav', '2.wav', '3.wav', '4.wav');
});

it('gives a large file the connection to itself, and lets nothing overtake it', async () => {
  const { queue, sent, going } = openWindow();
  await queue.add(found(file('1.wav'), large('2.wav'), file('3.wav')));
  queue.resume();
  await going('1.wav');
  sent[0]?.end();
  await going('1.wav', '2.wav');
  sent[1]?.end();
  await going('1.wav', '2.wav', '3.wav');
});

it('pauses what is being sent, but for its last step, and goes on from there', async () => {
  const { queue, sent, states, going } = openWindow();
  await queue.add(found(file('1.wav'), file('2.wav')));
  queue.resume();
  await going('1.wav', '2.wav');
  sent[1]?.sending.onProgress({ percent: 90, text: 'Starting the transcription', isFinal: true });
  queue.pause();
  await vi.waitFor(() => expect(states()).toEqual(['1.wav waiting', '2.wav sending']));
  sent[1]?.end();
  await vi.waitFor(() => expect(states()).toEqual(['1.wav waiting', '2.wav done']));
  queue.resume();
  await going('1.wav', '2.wav', '1.wav');
});

it('fails only the file that is to blame, and retries it', async () => {
  const { queue, sent, states, going, idOf } = openWindow();
  await queue.add(found(file('1.wav'), file('2.wav'), file('3.wav')));
  queue.resume();
  await going('1.wav', '2.wav');
  sent[0]?.fail(refused('file_too_large'));
  await going('1.wav', '2.wav', '3.wav');
  expect(states()[0]).toBe('1.wav failed');
  expect(queue.getState().entries[0]?.note).toBe(ERRORS.file_too_large.message);
  sent[1]?.end();
  queue.retry([idOf('1.wav')]);
  await going('1.wav', '2.wav', '3.wav', '1.wav');
});

it.each([
  ['storage_full', 'full'],
  ['too_many_requests', 'busy'],
  ['storage_unavailable', 'busy'],
] as const)('holds everything for %s, says why, and tries again by itself', async (code, trouble) => {
  const { queue, sent, timers, states, going } = openWindow();
  await queue.add(found(file('1.wav'), file('2.wav'), file('3.wav')));
  queue.resume();
  await going('1.wav', '2.wav');
  sent[0]?.fail(refused(code));
  sent[1]?.fail(refused(code));
  await vi.waitFor(() => expect(states()).toEqual(['1.wav waiting', '2.wav waiting', '3.wav waiting']));
  const { message: text } = ERRORS[code];
  expect(queue.getState().hold).toEqual({ kind: 'trouble', trouble, text, isRetried: true });
  expect(timers).toHaveLength(1);
  timers[0]?.run();
  await going('1.wav', '2.wav', '1.wav', '2.wav');
});

it('waits longer each time the server cannot be reached, and not at all once it can', async () => {
  const { queue, sent, timers, going } = openWindow();
  await queue.add(found(file('1.wav')));
  queue.resume();
  const waits: (number | undefined)[] = [];
  for (const names of [['1.wav'], ['1.wav', '1.wav']]) {
    await going(...names);
    sent.at(-1)?.fail(new NoAnswer(NETWORK_ERROR));
    await vi.waitFor(() => expect(queue.getState().hold?.kind).toBe('trouble'));
    waits.push(timers.pop()?.ms);
    queue.tryAgain();
  }
  expect(waits).toEqual([3000, 5000]);
  await going('1.wav', '1.wav', '1.wav');
  sent.at(-1)?.end();
  await queue.add(found(file('2.wav')));
  queue.resume();
  await going('1.wav', '1.wav', '1.wav', '2.wav');
  sent.at(-1)?.fail(new NoAnswer(NETWORK_ERROR));
  await vi.waitFor(() => expect(timers.at(-1)?.ms).toBe(3000));
});

it('waits for the browser while it is offline', async () => {
  const { queue, sent, timers, going } = openWindow({ isOnline: () => false });
  await queue.add(found(file('1.wav')));
  queue.resume();
  await going('1.wav');
  sent[0]?.fail(new NoAnswer(NETWORK_ERROR));
  await vi.waitFor(() => expect(queue.getState().hold).toMatchObject({ trouble: 'offline' }));
  expect(timers).toEqual([]);
  queue.tryAgain();
  await going('1.wav', '1.wav');
});

it('sends nothing while somebody else is signed in', async () => {
  const { queue, sent, states } = openWindow({ isSignedIn: async () => false });
  await queue.add(found(file('1.wav')));
  queue.resume();
  await vi.waitFor(() => expect(queue.getState().hold).toMatchObject({ trouble: 'signed-out' }));
  expect(sent).toEqual([]);
  expect(states()).toEqual(['1.wav waiting']);
});

it('does not blame a file that the server does not know because somebody else has signed in meanwhile', async () => {
  let isSignedIn = true;
  const { queue, sent, states, going } = openWindow({ isSignedIn: async () => isSignedIn });
  await queue.add(found(file('1.wav')));
  queue.resume();
  await going('1.wav');
  isSignedIn = false;
  sent[0]?.fail(refused('upload_not_found'));
  await vi.waitFor(() => expect(queue.getState().hold).toMatchObject({ trouble: 'signed-out' }));
  expect(states()).toEqual(['1.wav waiting']);
});

it('cancels a file, removes one and puts it back in its place', async () => {
  const { queue, states, going, idOf } = openWindow();
  await queue.add(found(file('1.wav'), file('2.wav'), file('3.wav'), file('4.wav')));
  queue.resume();
  await going('1.wav', '2.wav');
  const undo = queue.remove([idOf('3.wav')]);
  expect(states()).toEqual(['1.wav sending', '2.wav sending', '4.wav waiting']);
  undo();
  expect(states()).toEqual(['1.wav sending', '2.wav sending', '3.wav waiting', '4.wav waiting']);
  queue.cancel(idOf('1.wav'));
  await going('1.wav', '2.wav', '3.wav');
  expect(states()[0]).toBe('1.wav cancelled');
  // What is being sent cannot be removed, only cancelled.
  queue.remove([idOf('2.wav')]);
  expect(states()[1]).toBe('2.wav sending');
});

it('moves files among those that wait', async () => {
  const { queue, states, going, idOf } = openWindow();
  await queue.add(found(...['1', '2', '3', '4', '5'].map((name) => file(`${name}.wav`))));
  queue.resume();
  await going('1.wav', '2.wav');
  queue.move(idOf('5.wav'), 'up');
  queue.move(idOf('5.wav'), 'up');
  queue.move(idOf('5.wav'), 'up');
  expect(states().slice(2)).toEqual(['5.wav waiting', '3.wav waiting', '4.wav waiting']);
  queue.move(idOf('5.wav'), 'last');
  queue.move(idOf('4.wav'), 'first');
  expect(states().slice(2)).toEqual(['4.wav waiting', '3.wav waiting', '5.wav waiting']);
});

it('changes the settings of files that wait, and of no others', async () => {
  const { queue, going } = openWindow();
  await queue.add(found(file('1.wav'), file('2.wav'), file('3.wav')));
  queue.resume();
  await going('1.wav', '2.wav');
  const { settings } = queue.getState();
  queue.changeSettings({ ...settings, speech: { ...settings.speech, language: 'de' } });
  await queue.add(found(file('4.wav')));
  const languages = queue.getState().entries.map((entry) => entry.settings.speech.language);
  expect(languages).toEqual([null, null, 'de', 'de']);
});

it('sends what is tried again as the settings say then', async () => {
  const { queue, sent, going, idOf } = openWindow();
  await queue.add(found(file('1.wav'), file('2.wav'), file('3.wav')));
  const undo = queue.remove([idOf('3.wav')]);
  queue.resume();
  await going('1.wav', '2.wav');
  sent[0]?.fail(refused('file_too_large'));
  sent[1]?.fail(refused('file_too_large'));
  await vi.waitFor(() => expect(queue.getState().progress.size).toBe(0));
  await vi.waitFor(() =>
    expect(queue.getState().entries.map(({ state }) => state)).toEqual(['failed', 'failed']),
  );
  const { settings } = queue.getState();
  queue.changeSettings({ ...settings, speech: { ...settings.speech, language: 'de' } });
  // Tried again, chosen again, and put back.
  queue.retry([idOf('1.wav')]);
  await queue.add(found(file('2.wav')));
  undo();
  await going('1.wav', '2.wav', '1.wav', '2.wav');
  sent[2]?.end();
  await going('1.wav', '2.wav', '1.wav', '2.wav', '3.wav');
  expect(sent.slice(2).map(({ sending }) => sending.entry.settings.speech.language)).toEqual([
    'de',
    'de',
    'de',
  ]);
});

it('puts nothing back that was added again meanwhile', async () => {
  const { queue, states, idOf } = openWindow();
  await queue.add(found(file('1.wav'), file('2.wav')));
  const undo = queue.remove([idOf('1.wav'), idOf('2.wav')]);
  await queue.add(found(file('1.wav')));
  undo();
  expect(states().toSorted()).toEqual(['1.wav waiting', '2.wav waiting']);
});
