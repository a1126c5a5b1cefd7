import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { joinSounds, silence, speak } from '#tests/support/speak.ts';
import type { LiveWords } from '../engine.ts';
import { createLocalEngine } from './engine.ts';

const PUSH_SAMPLES = 4000;
const SAMPLES_PER_MS = 16;
const BYTES_PER_MS = 4 * SAMPLES_PER_MS;
const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z ]/g, '');

/** For all tests, since loading its models takes a while. */
const engine = createLocalEngine({ threads: 1 });
afterAll(() => engine.close());

async function listening() {
  const folder = await mkdtemp(join(tmpdir(), 'live-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const reported: LiveWords[] = [];
  const stop = new AbortController();
  const session = engine.listen?.({
    folder,
    signal: stop.signal,
    onWords: (words) => reported.push(words),
    onFailed: () => reported.push({ startMs: 0, endMs: 0, text: 'It failed.', isFinal: true }),
  });
  if (!session) throw new Error('The local engine must be able to listen.');
  const say = (sound: Float32Array) => {
    for (let at = 0; at < sound.length; at += PUSH_SAMPLES)
      session.push(sound.subarray(at, at + PUSH_SAMPLES));
  };
  /** The size of the spooled audio, in bytes. */
  const spooled = async () => {
    const names = await readdir(folder);
    const sizes = names.map(
      async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0,
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  return { session, say, reported, stop, spooled };
}

it('gives the text piece by piece, each piece as final once', async () => {
  const { session, say, reported } = await listening();
  say(
    joinSounds(
      silence(800),
      await speak('The museum is open from Monday to Saturday.'),
      silence(2000),
      await speak('She opened the window and listened to the rain.', { voice: 'rms' }),
    ),
  );
  await session.end();
  const final = reported.filter(({ isFinal }) => isFinal);
  expect(plain(final.map(({ text }) => text).join(' '))).toMatch(/museum is open.*opened the window.*rain/);
  expect(final.length).toBeGreaterThanOrEqual(2);
  for (const [index, { startMs, endMs }] of final.entries()) {
    expect(startMs).toBeGreaterThanOrEqual(final[index - 1]?.endMs ?? 0);
    expect(endMs).toBeGreaterThan(startMs);
  }
});

it('cuts long speech without a pause', async () => {
  const { session, say, reported } = await listening();
  const sentences = await Promise.all(
    [
      'We counted the boats in the harbour and wrote their names into a book,',
      'and the teacher asked her students to bring a photograph of their grandparents,',
      'because the museum wanted to show how people lived a hundred years ago,',
      'and nobody knew how many letters would come before the end of the summer.',
    ].map((text) => speak(text)),
  );
  say(joinSounds(...sentences));
  await session.end();
  const final = reported.filter(({ isFinal }) => isFinal);
  expect(final.length).toBeGreaterThanOrEqual(2);
  for (const { startMs, endMs } of final) expect(endMs - startMs).toBeLessThanOrEqual(15_300);
  const text = plain(final.map((words) => words.text).join(' '));
  for (const word of ['harbour|harbor', 'photograph', 'museum', 'summer'])
    expect(text).toMatch(new RegExp(word));
});

it('gives no text for silence, and ends at once when it is stopped', async () => {
  const { session, say, reported, stop } = await listening();
  say(silence(20_000));
  stop.abort(new Error('stopped'));
  await session.end();
  expect(reported).toEqual([]);
});

it('keeps only about a minute of audio, and continues with the right times', async () => {
  const { session, say, reported, spooled } = await listening();
  const quietMs = 40_000;
  const rounds = 3;
  const sentence = joinSounds(await speak('The museum is open from Monday to Saturday.'), silence(1500));
  const final = () => reported.filter(({ isFinal }) => isFinal);
  for (let round = 1; round <= rounds; round += 1) {
    say(joinSounds(silence(quietMs), sentence));
    await expect.poll(() => final().length).toBe(round);
  }
  await session.end();
  expect(await spooled()).toBeLessThan((rounds - 1) * quietMs * BYTES_PER_MS);
  for (const [index, { startMs, text }] of final().entries()) {
    expect(plain(text)).toContain('museum');
    const roundMs = quietMs + sentence.length / SAMPLES_PER_MS;
    expect(Math.abs(startMs - index * roundMs - quietMs)).toBeLessThan(500);
  }
});
