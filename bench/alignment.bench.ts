// npm run bench -- alignment [--minutes 60]: a text without times onto synthetic speech whose word times are known, and onto real recordings: how
// long placing its words takes after they have been recognized, and how far their starts are from the known ones.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Word } from '#contract/segments.ts';
import { alignLongLists } from '#domain/alignment.ts';
import { makeSegments } from '#domain/imports/make-segments.ts';
import { type PlacedText, placeWords } from '#domain/imports/place-words.ts';
import { createLocalEngine } from '#speech/local/engine.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import { percentile } from '#tests/support/percentile.ts';
import { durationMsOf, joinSounds, silence, writePcm } from '#tests/support/speak.ts';
import { mediaFolder, readRecordings } from './media.ts';
import { transcribe } from './speech-accuracy.ts';
import { createSpeaker, type TimedSpeech } from './synthetic.ts';

const VOICES = ['en-us', 'en-gb', 'en-gb-scotland'];
const WORDS_PER_MINUTE = 160;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const folder = await mkdtemp(join(tmpdir(), 'bench-alignment-'));
const engine = createLocalEngine({});
try {
  console.log(`load ${loadavg()[0]?.toFixed(1)} at the start`);
  const { sound, text, words } = await speakTalk(Number(values.minutes) * WORDS_PER_MINUTE);
  const { placed, heardWords, ms, durationMs } = await align(sound, text);
  const errors = startErrors(
    placed.segments.flatMap((segment) => segment.words),
    words,
  );
  console.log(
    `${(durationMs / 60_000).toFixed(1)} minutes, ${placed.words} words, of which ${heardWords} were recognized: placed in ${(ms / 1000).toFixed(2)} s (goal 60 s); ` +
      `starts off by ${percentile(errors, 0.5)} ms in the median (goal 80 ms), 90th percentile ${percentile(errors, 0.9)} ms, ` +
      `of ${errors.length} words; ${placed.unplacedWords} not placed`,
  );
  const media = mediaFolder();
  if (!media) console.log('No real recordings: set TAPESCRIPT_MEDIA to their folder.');
  for (const { name, samples, reference } of media ? readRecordings(media) : []) {
    const { placed: own } = await align(samples, reference);
    console.log(`${name}: ${own.words} words, ${own.unplacedWords} not placed, fit ${own.fit.toFixed(2)}`);
  }
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}

interface Aligned {
  placed: PlacedText;
  heardWords: number;
  /** What placing took, after the recognition. */
  ms: number;
  durationMs: number;
}

async function align(sound: Float32Array, text: string): Promise<Aligned> {
  const audio = await writePcm(join(folder, 'talk.pcm'), sound);
  const heard = (await transcribe({ engine, folder }, audio)).segments.flatMap(({ words }) => words);
  const started = performance.now();
  const { segments } = makeSegments([{ text, speaker: null, startMs: null, endMs: null }]);
  const placed = placeWords(segments, heard, { keepSegments: false, durationMs: audio.durationMs });
  return {
    placed,
    heardWords: heard.length,
    ms: performance.now() - started,
    durationMs: audio.durationMs,
  };
}

async function speakTalk(count: number): Promise<{ sound: Float32Array; text: string } & Known> {
  const say = await createSpeaker();
  const parts: Float32Array[] = [];
  const lines: string[] = [];
  const words: Known['words'] = [];
  let startMs = 0;
  for (const [index, { text, speaker }] of longTalk({ words: count, seed: 5, speakers: VOICES }).entries()) {
    const spoken = say(text, speaker);
    const pauseMs = 200 + ((index * 37) % 500);
    parts.push(spoken.samples, silence(pauseMs));
    lines.push(text);
    for (const word of spoken.words) words.push({ text: word.text, startMs: startMs + word.startMs });
    startMs += durationMsOf(spoken.samples) + pauseMs;
  }
  return { sound: joinSounds(...parts), text: lines.join('\n\n'), words };
}

type Known = Pick<TimedSpeech, 'words'>;

/** By how many milliseconds the starts of the same words differ, ascending. */
function startErrors(placed: readonly Word[], known: Known['words']): number[] {
  const plain = ({ text }: Pick<Word, 'text'>) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return alignLongLists(placed.map(plain), known.map(plain))
    .map(({ before, after }) => Math.abs((placed[before]?.startMs ?? 0) - (known[after]?.startMs ?? 0)))
    .sort((a, b) => a - b);
}
