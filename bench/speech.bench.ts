import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLocalEngine } from '#speech/local/engine.ts';
import { defaultModelsDir } from '#speech/local/models.ts';
import { writePcm } from '#tests/support/speak.ts';
import { longRecording, mediaFolder, readRecordings } from './media.ts';
import {
  measureCues,
  measureSense,
  measureSpeakers,
  measureWordErrors,
  measureWordStarts,
} from './speech-accuracy.ts';
import { compareWithSherpa, measureParts, measureWhole } from './speech-speed.ts';
import { createSpeaker } from './synthetic.ts';
import { ENGLISH_TEXTS } from './texts.ts';

/** The stages are measured on less audio, because each uses only one core. */
const PARTS_MINUTES = 5;
/** Both recognizers do this five times; with less audio, windows would be too small to find chunks of similar length. */
const COMPARED_MINUTES = 4;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '20' } } });
const minutes = Math.max(1, Number(values.minutes) || 20);
const modelsDir = defaultModelsDir();
const media = mediaFolder();
const folder = await mkdtemp(join(tmpdir(), 'bench-speech-'));
const engine = createLocalEngine({ modelsDir });
try {
  console.log(
    `${availableParallelism()} cores (${cpus()[0]?.model}), load ${loadavg()[0]?.toFixed(2)} at the start`,
  );
  if (!media)
    console.log('No real recordings: set TAPESCRIPT_MEDIA to their folder. Measuring synthetic speech only.');
  if (media) {
    await measureWordErrors({ engine, folder }, media);
    await measureSpeakers({ engine, folder }, media);
    await measureCues({ engine, folder }, media);
  }
  await measureWordStarts({ engine, folder });
  await measureSense({ engine, folder }, media);
  await engine.close();
  const clips = media ? readRecordings(media).map(({ samples }) => samples) : await synthesizeClips();
  const long = longRecording(clips, minutes);
  const short = await writePcm(join(folder, 'short.pcm'), long.subarray(0, PARTS_MINUTES * 60 * 16_000));
  console.log(
    `speed, on ${minutes} minutes (parts on ${PARTS_MINUTES}) of ${media ? 'the real clips' : 'synthetic speech'}, repeated:`,
  );
  await measureWhole(await writePcm(join(folder, 'long.pcm'), long), modelsDir);
  await measureParts(short, modelsDir);
  const compared = long.subarray(0, COMPARED_MINUTES * 60 * 16_000);
  await compareWithSherpa(await writePcm(join(folder, 'compared.pcm'), compared), modelsDir, folder);
  console.log(`load ${loadavg()[0]?.toFixed(2)} at the end`);
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}

async function synthesizeClips(): Promise<Float32Array[]> {
  const say = await createSpeaker();
  return ENGLISH_TEXTS.map((text) => say(text, 'en-us').samples);
}
