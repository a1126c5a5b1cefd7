import { expect, it, vi } from 'vitest';
import { ImportId } from '#contract/ids.ts';
import { file, found, openWindow, refused } from '#tests/support/queue-window.ts';

const TEXT_ID = ImportId.parse('a'.repeat(22));

it('sends a text with its recording, and one alone as a transcript of its own', async () => {
  const { queue, sent, states, going } = openWindow();
  await queue.add(found(file('1.srt'), file('1.wav'), file('2.srt'), file('3.wav')));
  queue.resume();
  await going('1.wav', '2.srt');
  expect(states()).toEqual(['1.srt sending', '1.wav sending', '2.srt sending', '3.wav waiting']);
  const [first] = sent;
  expect(first?.sending.text?.entry.name).toBe('1.srt');
  expect(await (await first?.sending.text?.readFile())?.text()).toBe('1.srt');
  expect(sent[1]?.sending.text).toBeNull();
  first?.end();
  await going('1.wav', '2.srt', '3.wav');
  expect(states().slice(0, 2)).toEqual(['1.srt done', '1.wav done']);
  const [text, recording] = queue.getState().entries;
  expect(text?.transcriptId).toBe(recording?.transcriptId);
});

it('sends a recording whose text is no transcript without it, and says why', async () => {
  const { queue, sent, states, going } = openWindow();
  await queue.add(found(file('1.wav'), file('1.srt')));
  queue.resume();
  await going('1.wav');
  sent[0]?.sending.text?.onRefused('This is no transcript.');
  sent[0]?.end();
  await vi.waitFor(() => expect(states()).toEqual(['1.wav done', '1.srt failed']));
  expect(queue.getState().entries[1]?.note).toBe('This is no transcript.');
});

it('lets a text wait where its recording does, and keeps what has arrived of it', async () => {
  const { queue, sent, states, going } = openWindow();
  await queue.add(found(file('1.wav'), file('1.srt')));
  queue.resume();
  await going('1.wav');
  sent[0]?.sending.text?.onArrived(TEXT_ID);
  sent[0]?.fail(refused('storage_full'));
  await vi.waitFor(() => expect(states()).toEqual(['1.wav waiting', '1.srt waiting']));
  expect(queue.getState().entries[1]?.arrivedId).toBe(TEXT_ID);
  queue.tryAgain();
  await going('1.wav', '1.wav');
  expect(sent[1]?.sending.text?.entry.arrivedId).toBe(TEXT_ID);
});

it('fails and retries a recording together with its text, and cancels both', async () => {
  const { queue, sent, states, going, idOf } = openWindow();
  await queue.add(found(file('1.wav'), file('1.srt')));
  queue.resume();
  await going('1.wav');
  sent[0]?.fail(refused('file_too_large'));
  await vi.waitFor(() => expect(states()).toEqual(['1.wav failed', '1.srt failed']));
  expect(queue.getState().entries[1]?.note).toBe('1.wav could not be sent, and this is its text.');
  queue.retry([idOf('1.wav')]);
  await going('1.wav', '1.wav');
  expect(queue.getState().entries[1]?.note).toBe('The text of 1.wav');
  queue.cancel(idOf('1.wav'));
  await vi.waitFor(() => expect(states()).toEqual(['1.wav cancelled', '1.srt cancelled']));
  // The text alone becomes a transcript of its own.
  queue.retry([idOf('1.srt')]);
  await going('1.wav', '1.wav', '1.srt');
});
