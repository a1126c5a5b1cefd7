import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findMediaTool } from '#server/media/find-tool.ts';
import { playbackOf } from '#server/media/playback.ts';
import { composed } from '#tests/support/odd-recordings.ts';
import { encoded, silentVideo, variableMp3, wavOf } from '#tests/support/recordings.ts';
import { temporaryFolder } from '#tests/support/server.ts';
import { type Heard, serveListening, shownLate, tellingTime } from '#tests/support/telling-time.ts';
import { CHROMIUM, FIREFOX } from './playwright.ts';
import { WEBKIT } from './webkit.ts';

// What is heard at a moment is what the recording has there, in the browsers that people use. With HEARD_MINUTES=60, of an hour.
const SECONDS = 60 * Number(process.env.HEARD_MINUTES ?? 3);
const MOST_OFF_MS = 50;

const wav = await wavOf(tellingTime(SECONDS));
/** A player takes longer for what it plays first. */
const WARM_UP = 5.5;
const MOMENTS = [7.5, SECONDS * 0.3 + 0.25, SECONDS * 0.71 + 0.1, SECONDS - 4.4, SECONDS * 0.5 + 0.6];
const m4a = () => encoded(wav, 'm4a');
/** A hole of three seconds at 12 s: what the recording has at a second. */
const jump = (seconds: number) => (seconds < 12 ? seconds : seconds + 3);

/** The name of its format, its bytes, and what of `tellingTime` it has at a second. */
const recordings: [string, string, () => Promise<Buffer>, (second: number) => number][] = [
  ['a WAV', 'wav', async () => wav, (s) => s],
  ['an MP3 of a constant rate', 'mp3', () => encoded(wav, 'mp3'), (s) => s],
  ['an MP3 of a variable rate', 'mp3', () => variableMp3(wav), (s) => s],
  ['AAC without a container', 'aac', () => encoded(wav, 'aac'), (s) => s],
  ['an M4A', 'm4a', m4a, (s) => s],
  ['a FLAC', 'flac', () => encoded(wav, 'flac'), (s) => s],
  ['an Ogg of Opus', 'ogg', () => encoded(wav, 'opus'), (s) => s],
  ['a WebM', 'webm', () => encoded(wav, 'webm'), (s) => s],
  [
    'an MP4 with a hole',
    'mp4',
    async () => composed('mp4', [{ bytes: await m4a(), at: jump }]),
    (s) => (s < 15 ? s : s - 3),
  ],
  [
    'an MP4 whose sound begins late',
    'mp4',
    async () =>
      composed('mp4', [{ bytes: await silentVideo(5000) }, { bytes: await m4a(), at: (s) => s + 2.5 }]),
    (s) => s - 2.5,
  ],
];

/** What browsers get of each. */
const served = new Map<string, string>();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapescript-hearing-'));
  const tool = await findMediaTool();
  const { signal } = new AbortController();
  for (const [name, extension, make] of recordings) {
    const path = join(folder, `${served.size}.${extension}`);
    await writeFile(path, await make());
    const info = await tool.probe(path, { signal });
    if (!info.sound) throw new Error(`${name} has no sound.`);
    const { clock } = await tool.decode(path, join(folder, 'sound.f32'), info.sound, { signal });
    const copy = join(folder, `${served.size}-copy.mp4`);
    const isPlayable = playbackOf(info, clock).playable;
    if (!isPlayable) await tool.makePlayable(path, copy, { info, clock }, { signal });
    served.set(name, isPlayable ? path : copy);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each([CHROMIUM, FIREFOX, WEBKIT])('in $name', ({ launch }) => {
  it('plays every kind of recording so that its time is that of what is heard', {
    timeout: 15 * 60_000,
  }, async () => {
    const server = await serveListening([...served.values()]);
    onTestFinished(server.close);
    const screen = await launch(await temporaryFolder());
    /** How much later the player's time is than what is heard, at each moment, in seconds. */
    const listen = async ([name, , , secondAt]: (typeof recordings)[number]) => {
      await screen.open(server.addressOf(served.get(name) ?? '', [WARM_UP, ...MOMENTS]));
      await screen.click({ role: 'button', name: 'Listen' });
      const told = async () =>
        String(await screen.evaluate(() => Reflect.get(globalThis, 'heard') ?? `... ${document.title}`));
      await expect.poll(told, { timeout: 3 * 60_000 }).not.toMatch(/^\.\.\./);
      const { heard = [], error } = JSON.parse(await told()) as { heard?: Heard[]; error?: string };
      expect(error).toBeUndefined();
      return heard.slice(1).map((each) => {
        const second = secondAt(each.from);
        return (shownLate({ ...each, from: second }) ?? Number.NaN) - (each.from - second);
      });
    };
    const all = new Map<string, number[]>();
    for (const recording of recordings) all.set(recording[0], await listen(recording));
    // The system's sound takes a time of its own. In a WAV, a time is a place in the file.
    const latency = middleOf(all.get(recordings[0]?.[0] ?? '') ?? []);
    const off = [...all].map(([name, late]) => ({
      name,
      ms: late.map((each) => Math.round(1000 * (each - latency))),
    }));
    process.stdout.write(`${off.map(({ name, ms }) => `${name}: ${ms.join(', ')} ms`).join('\n')}\n`);
    expect(off.filter(({ ms }) => ms.some((each) => !(Math.abs(each) <= MOST_OFF_MS)))).toEqual([]);
  });
});

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
