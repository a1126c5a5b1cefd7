import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinSounds, speak, type Voice, writePcm } from '#tests/support/speak.ts';
import { diarize } from './diarize.ts';
import { addVectors, momentsLength } from './gaussian.ts';
import { clusterSpeakers } from './speaker-clusters.ts';

const TEXTS = [
  'Good morning everyone, thank you for joining the call today.',
  'We started with a small team of five people, and now there are more than fifty of us.',
  'The museum is open from Monday to Saturday, but the garden stays open until the evening.',
  'She opened the window and listened to the rain, which had been falling since the morning.',
];

describe('diarize', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'diarize-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Lets the voices say the texts in turn; returns the speaker found in each. */
  async function speakersOf(...voices: Voice[]): Promise<number[]> {
    const lines = await Promise.all(
      voices.map((voice, index) => speak(TEXTS[index % TEXTS.length] ?? '', { voice })),
    );
    const { pcmPath } = await writePcm(join(folder, 'talk.pcm'), joinSounds(...lines));
    let ms = 0;
    const spans = lines.map((line) => {
      const startMs = ms;
      ms += Math.floor(line.length / 16);
      return { startMs, endMs: ms };
    });
    const progress: number[] = [];
    const turns = await diarize({ type: 'diarize', pcmPath, spans, count: null }, (doneMs) =>
      progress.push(doneMs),
    );
    expect(progress.at(-1)).toBe(ms);
    return spans.map(({ startMs, endMs }) => {
      const middleMs = (startMs + endMs) / 2;
      return turns.find((turn) => turn.startMs <= middleMs && middleMs < turn.endMs)?.speaker ?? -1;
    });
  }

  it('distinguishes two voices and recognizes them again', async () => {
    const [a, b, ...rest] = await speakersOf('slt', 'rms', 'slt', 'rms');
    expect(a).not.toBe(b);
    expect(rest).toEqual([a, b]);
  });

  it('finds one speaker in one voice', async () => {
    expect(new Set(await speakersOf('rms', 'rms', 'rms', 'rms')).size).toBe(1);
  });

  it('finds no speaker if nobody speaks', async () => {
    const { pcmPath } = await writePcm(join(folder, 'none.pcm'), new Float32Array());
    expect(await diarize({ type: 'diarize', pcmPath, spans: [], count: null }, () => undefined)).toEqual([]);
  });
});

describe('clusterSpeakers', () => {
  const SIZE = 2;
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  /** Blocks of 100 vectors around a point. */
  const soundAt = (place: number) => {
    const moments = new Float64Array(momentsLength(SIZE));
    addVectors(
      moments,
      Float32Array.from({ length: 100 * SIZE }, () => place + random()),
      SIZE,
    );
    return moments;
  };
  const options = { size: SIZE, penaltyWeight: 2.5, maxClusters: 6 };

  it('joins similar ones and keeps others apart', () => {
    expect(clusterSpeakers([0, 9, 0, 9, 0].map(soundAt), options)).toEqual([0, 1, 0, 1, 0]);
  });

  it('never leaves more clusters than allowed', () => {
    const labels = clusterSpeakers(
      Array.from({ length: 20 }, (_, index) => soundAt(index * 10)),
      options,
    );
    expect(new Set(labels).size).toBe(6);
  });

  it('recognizes voices again in a later block of a long recording', () => {
    const labels = clusterSpeakers(
      Array.from({ length: 700 }, (_, index) => soundAt((index % 3) * 9)),
      options,
    );
    expect(new Set(labels).size).toBe(3);
    expect(labels.slice(600, 603)).toEqual(labels.slice(0, 3));
  });
});
