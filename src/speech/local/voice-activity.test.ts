import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { joinSounds, noise, silence, speak, writePcm } from '#tests/support/speak.ts';
import { defaultModelsDir } from './models.ts';
import { FRAME_MS, findSpeech } from './speech-regions.ts';
import { framesToHear, loadVoiceDetector } from './voice-activity.ts';

const frames = (count: number, loudness: number) => noise(count * FRAME_MS, loudness);

describe('framesToHear', () => {
  const indexes = (...parts: Float32Array[]) => framesToHear(joinSounds(...parts), 3);
  const count = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

  it('is all of them if there is sound, however quiet', () => {
    expect(indexes(frames(10, 0.0003))).toEqual(count(0, 10));
  });

  it('is the last few of a long silence before sound, and none of a silence that ends the recording', () => {
    expect(indexes(frames(5, 0.1), silence(20 * FRAME_MS), frames(2, 0.1), silence(9 * FRAME_MS))).toEqual([
      ...count(0, 5),
      ...count(22, 27),
    ]);
  });

  it('is all of a short silence', () => {
    expect(indexes(frames(5, 0.1), silence(3 * FRAME_MS), frames(2, 0.1))).toEqual(count(0, 10));
  });

  it('is none if nothing follows the warm-up, and includes the warm-up if something does', () => {
    expect(indexes(silence(30 * FRAME_MS))).toEqual([]);
    expect(indexes(frames(3, 0.1), silence(30 * FRAME_MS))).toEqual([]);
    expect(indexes(silence(30 * FRAME_MS), frames(1, 0.1))).toEqual([0, 1, 2, ...count(27, 31)]);
  });
});

describe('the voice detector', () => {
  it('detects the onset of speech after minutes of digital silence as it does after a short pause', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'voice-activity-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { detect } = await loadVoiceDetector(defaultModelsDir());
    const speech = await speak('Nobody had read the long report.', { voice: 'rms' });
    const regionsAfter = async (pauseMs: number) => {
      const sound = joinSounds(speech, silence(pauseMs), speech, silence(1000));
      const { pcmPath, durationMs } = await writePcm(join(folder, 'talk.pcm'), sound);
      return findSpeech(await detect(pcmPath, 0, Math.ceil(durationMs / FRAME_MS)), durationMs);
    };
    // Whole frames, so that both get the same audio.
    const short = await regionsAfter(60 * FRAME_MS);
    const long = await regionsAfter(6000 * FRAME_MS);
    expect(short).toHaveLength(2);
    expect(long).toHaveLength(2);
    const shiftMs = 5940 * FRAME_MS;
    expect(Math.abs((long[1]?.startMs ?? 0) - shiftMs - (short[1]?.startMs ?? 0))).toBeLessThanOrEqual(64);
  });
});
