// npm run bench -- turns: diarization of a long talk with four synthetic voices, and how many turns it finds. --models DIR: with the models there.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Segment } from '#contract/segments.ts';
import { createLocalEngine } from '#speech/local/engine.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import { durationMsOf, joinSounds, silence, speak, type Voice, writePcm } from '#tests/support/speak.ts';
import { diarizationError } from './diarization-error.ts';
import { transcribe } from './speech-accuracy.ts';

const VOICES: Voice[] = ['slt', 'awb', 'rms', 'kal16'];
const WORDS_PER_MINUTE = 180;
const FEW_WORDS = 3;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '45' }, models: { type: 'string' } },
});
const folder = await mkdtemp(join(tmpdir(), 'bench-turns-'));
const engine = createLocalEngine({ modelsDir: values.models });
try {
  const { sound, said } = await speakTalk(Number(values.minutes) * WORDS_PER_MINUTE);
  const { segments } = await transcribe({ engine, folder }, await writePcm(join(folder, 'talk.pcm'), sound));
  const turns = turnsOf(segments);
  const few = turns.filter((texts) => texts.join(' ').split(' ').length <= FEW_WORDS);
  const broken = few.filter((texts) => !/[.!?]$/.test(texts.at(-1) ?? ''));
  const { rate } = diarizationError(said, segments, 250);
  console.log(
    `${(durationMsOf(sound) / 60_000).toFixed(1)} minutes, ${VOICES.length} voices, ${turnsOf(said).length} turns spoken: ${turns.length} turns found, ` +
      `${few.length} of them with ${FEW_WORDS} words or fewer, ${broken.length} of these within a sentence; diarization error ${(rate * 100).toFixed(1)}%`,
  );
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}

type Said = Pick<Segment, 'speaker' | 'startMs' | 'endMs' | 'text'>;

async function speakTalk(words: number): Promise<{ sound: Float32Array; said: Said[] }> {
  const parts: Float32Array[] = [];
  const said: Said[] = [];
  let startMs = 0;
  for (const [index, { text, speaker }] of longTalk({ words, seed: 5, speakers: VOICES }).entries()) {
    const voice = VOICES.find((each) => each === speaker);
    const spoken = await speak(text, voice ? { voice } : {});
    const pauseMs = 200 + ((index * 37) % 500);
    parts.push(spoken, silence(pauseMs));
    said.push({ speaker, text, startMs, endMs: startMs + durationMsOf(spoken) });
    startMs += durationMsOf(spoken) + pauseMs;
  }
  return { sound: joinSounds(...parts), said };
}

/** The texts of each turn. */
function turnsOf(said: readonly Said[]): string[][] {
  const turns: { speaker: string; texts: string[] }[] = [];
  for (const { speaker, text } of said) {
    const last = turns.at(-1);
    if (last?.speaker === speaker) last.texts.push(text);
    else turns.push({ speaker, texts: [text] });
  }
  return turns.map(({ texts }) => texts);
}
