import { expect, it } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import { file, found, huge, openWindow } from '#tests/support/queue-window.ts';
import type { Found } from './admit.ts';
import { canBeRetried } from './queue-rules.ts';

it('takes each file once, and counts what it leaves out', async () => {
  const { queue, states } = openWindow();
  await queue.add(found(file('1.wav'), file('1.wav'), 'hidden', file('2.wav'), file('~$talk.docx')));
  expect(states()).toEqual(['1.wav waiting', '2.wav waiting']);
  expect(queue.getState().told).toBe(
    '2 files added to the queue. 1 file is in it already. 2 hidden files left out.',
  );
});

it('says that there was nothing in it', async () => {
  const { queue, states } = openWindow();
  await queue.add(found());
  expect(states()).toEqual([]);
  expect(queue.getState().told).toBe(
    'Nothing was added to the queue. There are no files in what you dropped.',
  );
});

it('keeps names as they are, however long or odd', async () => {
  const names = [`${'long '.repeat(48)}longer.wav`, 'Cafe\u0301.wav', 'Caf\u00e9.wav', '🎙️ 1.wav'];
  const { queue, going } = openWindow();
  await queue.add(found(...names.map((name, index) => file(name, `the same length ${index}`))));
  expect(queue.getState().entries.map(({ name }) => name)).toEqual(names);
  queue.resume();
  await going(...names.slice(0, 2));
});

it('shows a file that was chosen itself with the reason why it cannot be sent', async () => {
  const { queue, states } = openWindow();
  await queue.add(found(file('paper.pdf'), file('talk.srt', ''), huge('long.wav'), file('empty.wav', '')));
  expect(states()).toEqual(['paper.pdf failed', 'talk.srt failed', 'long.wav failed', 'empty.wav failed']);
  expect(queue.getState().entries.map(({ note }) => note)).toEqual([
    ERRORS.unsupported_format.message,
    ERRORS.import_empty.message,
    ERRORS.file_too_large.message,
    ERRORS.file_empty.message,
  ]);
  // Another attempt would end in the same way.
  expect(queue.getState().entries.filter(canBeRetried)).toEqual([]);
});

it('names what is neither a recording nor subtitles in a folder, and leaves it out', async () => {
  const { queue, states } = openWindow();
  const names = ['1.wav', 'notes.txt', 'cover.jpg', '2.srt', 'plan.docx', 'data.json'];
  await queue.add(inFolder('talks', ...names));
  expect(states()).toEqual(['1.wav waiting', '2.srt waiting']);
  expect(queue.getState().told).toBe(
    '2 files added to the queue. Neither recordings nor subtitles, and left out: notes.txt, cover.jpg, plan.docx and 1 more.',
  );
});

it('gives a text to the recording of its folder that is called like it, and each recording one', async () => {
  const { queue } = openWindow();
  await queue.add(inFolder('a', 'Talk.mp4', 'talk.en.srt', 'talk.vtt', 'Cafe\u0301.wav'));
  await queue.add(inFolder('b', 'talk.srt', 'x.wav.srt', 'x.wav'));
  await queue.add(inFolder('a', 'Caf\u00e9.srt', 'other.srt'));
  const { entries } = queue.getState();
  const nameOf = (id: string | null) => entries.find((entry) => entry.id === id)?.name ?? null;
  expect(
    entries
      .filter(({ kind }) => kind === 'text')
      .map(({ name, recordingId, note }) => [name, nameOf(recordingId), note]),
  ).toEqual([
    ['talk.en.srt', 'Talk.mp4', 'The text of Talk.mp4'],
    ['talk.vtt', null, null],
    ['talk.srt', null, null],
    ['x.wav.srt', 'x.wav', 'The text of x.wav'],
    ['Caf\u00e9.srt', 'Cafe\u0301.wav', 'The text of Cafe\u0301.wav'],
    ['other.srt', null, null],
  ]);
});

function inFolder(folder: string, ...names: string[]): AsyncGenerator<Found> {
  return (async function* () {
    for (const name of names) yield { file: file(name), folder, source: null };
  })();
}

it('has room for a thousand', async () => {
  const { queue } = openWindow();
  await queue.add(found(...Array.from({ length: 1002 }, (_, index) => file(`${index}.wav`))));
  expect(queue.getState().entries).toHaveLength(1000);
  expect(queue.getState().told).toContain('2 files left out');
});

it('takes what can be read, and says what cannot', async () => {
  const { queue, states } = openWindow();
  await queue.add(
    (async function* () {
      yield 'unreadable' as const;
      yield { file: file('1.wav'), folder: 'card', source: null };
      yield 'cut' as const;
    })(),
  );
  expect(states()).toEqual(['1.wav waiting']);
  expect(queue.getState().told).toBe(
    '1 file added to the queue. 1 file or folder could not be read. There was too much to look at: add the folders that are missing one by one.',
  );
});
