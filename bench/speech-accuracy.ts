import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Segment } from '#contract/segments.ts';
import type { Cue } from '#domain/exports/cues.ts';
import { srtCues } from '#domain/exports/srt.ts';
import { placeInOrder, timestampSegment, timestampWords } from '#domain/segments.ts';
import type { Audio, SpeechEngine, Transcription } from '#speech/engine.ts';
import { senseOf } from '#speech/local/plausibility.ts';
import { writePcm } from '#tests/support/speak.ts';
import { diarizationError, readRttm } from './diarization-error.ts';
import { type Recording, readRecordings } from './media.ts';
import { createSpeaker } from './synthetic.ts';
import { ENGLISH_TEXTS, FOREIGN_TEXTS } from './texts.ts';
import { countWordErrors, matchWords, wordErrorRate } from './wer.ts';

/** Where to store audio, and the engine to measure. */
export interface Bench {
  engine: SpeechEngine;
  folder: string;
}

/** Transcribes, and keeps only the result. */
export function transcribe({ engine }: Bench, audio: Audio): Promise<Transcription> {
  const hooks = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onChunk: async () => undefined,
  };
  return engine.transcribe(audio, { diarize: true, done: [] }, hooks);
}

/** Word error rate on the read sentences and on the telephone call. */
export async function measureWordErrors(bench: Bench, media: string): Promise<void> {
  const isCall = ({ name }: Recording) => name.startsWith('conversation');
  const recordings = readRecordings(media);
  for (const [title, chosen] of [
    ['read sentences', recordings.filter((recording) => !isCall(recording))],
    ['telephone call', recordings.filter(isCall)],
  ] as const) {
    const counts = [];
    for (const { name, samples, reference } of chosen) {
      const { segments } = await transcribe(
        bench,
        await writePcm(join(bench.folder, `${name}.pcm`), samples),
      );
      counts.push(countWordErrors(reference, segments.map(({ text }) => text).join(' ')));
    }
    const words = counts.reduce((sum, count) => sum + count.words, 0);
    console.log(`word errors, ${title}: ${percent(wordErrorRate(counts))} of ${words} words`);
  }
}

/** How far word starts are from those that the synthesizer reports. */
export async function measureWordStarts(bench: Bench): Promise<void> {
  const say = await createSpeaker();
  const errors: number[] = [];
  let spoken = 0;
  for (const voice of ['en-us', 'en-gb', 'en-gb-scotland']) {
    for (const text of ENGLISH_TEXTS) {
      const { samples, words } = say(text, voice);
      const { segments } = await transcribe(bench, await writePcm(join(bench.folder, 'said.pcm'), samples));
      const recognized = segments.flatMap((segment) => segment.words);
      spoken += words.length;
      for (const [index, hypothesisIndex] of matchWords(words.map(plain), recognized.map(plain))) {
        errors.push(Math.abs((recognized[hypothesisIndex]?.startMs ?? 0) - (words[index]?.startMs ?? 0)));
      }
    }
  }
  errors.sort((a, b) => a - b);
  const at = (share: number) => errors[Math.floor(errors.length * share)];
  const within = errors.filter((error) => error <= 200).length / errors.length;
  console.log(
    `word starts, synthetic speech: median ${at(0.5)} ms, p90 ${at(0.9)} ms, ${percent(within)} within 200 ms (${errors.length} words recognized correctly of ${spoken})`,
  );
}

/** How far subtitles are from the words they show, both with even parts and cut at words. */
export async function measureCues(bench: Bench, media: string): Promise<void> {
  const segments: Segment[] = [];
  for (const { name, samples } of readRecordings(media)) {
    const audio = await writePcm(join(bench.folder, `${name}.pcm`), samples);
    segments.push(...(await transcribe(bench, audio)).segments);
  }
  // Each separately, because every recording begins at 0.
  const errors = { even: [] as number[], 'at words': [] as number[] };
  for (const segment of segments) {
    const placed = placeInOrder([segment]);
    const source = {
      timestampedTranscript: placed.map(timestampSegment),
      speakerNames: {},
      showSpeakers: true,
    };
    const words = new Map(placed.map((each) => [each.id, timestampWords(each)]));
    const [even, cut] = [srtCues(source), srtCues(source, words)];
    if (even.length < 2) continue;
    errors.even.push(...cueErrors(even, segment));
    errors['at words'].push(...cueErrors(cut, segment));
  }
  for (const [title, all] of Object.entries(errors)) {
    const late = all.filter((error) => error >= 200).length;
    console.log(
      `subtitles of segments with several, ${title}: ${late} of ${all.length} begin or end 0.2 s or more away from their words, worst ${(Math.max(0, ...all) / 1000).toFixed(2)} s`,
    );
  }
}

/** For each cue, how many milliseconds its start is off its first word or its end off its last word, whichever is more. */
function cueErrors(cues: readonly Cue[], { words }: Segment): number[] {
  let next = 0;
  return cues.map(({ text, startMs, endMs }) => {
    const first = words[next];
    next += text.split(/\s+/).length;
    const last = words[next - 1];
    return Math.max(
      Math.abs(startMs - (first?.startMs ?? Number.NaN)),
      Math.abs(endMs - (last?.endMs ?? Number.NaN)),
    );
  });
}

/** How well the engine tells English from languages it does not know. */
export async function measureSense(bench: Bench, media: string | undefined): Promise<void> {
  const say = await createSpeaker();
  const english = ENGLISH_TEXTS.map(
    (text, index) => say(`${text} ${ENGLISH_TEXTS[index + 1] ?? ''}`, 'en-us').samples,
  );
  const real = media ? readRecordings(media).map(({ samples }) => samples) : [];
  const foreign = FOREIGN_TEXTS.map(({ text, voice }) => say(text, voice).samples);
  for (const [title, sounds] of [
    ['real English', real],
    ['synthetic English', english],
    ['synthetic other languages', foreign],
  ] as const) {
    const results: Transcription[] = [];
    for (const samples of sounds) {
      results.push(await transcribe(bench, await writePcm(join(bench.folder, 'sense.pcm'), samples)));
    }
    const senses = results.map(({ segments }) => senseOf(segments.flatMap(({ words }) => words)));
    const doubted = results.filter(({ lowConfidence }) => lowConfidence).length;
    const list = senses.map((sense) => sense.toFixed(2)).join(' ');
    console.log(
      `sense, ${title}: ${doubted} of ${sounds.length} marked low confidence (0.00: no text kept; ${list})`,
    );
  }
}

/** Diarization error of the segments, compared with a single speaker for everything. */
export async function measureSpeakers(bench: Bench, media: string): Promise<void> {
  const reference = readRttm(readFileSync(`${media}/conversation.rttm`, 'utf8'));
  const call = readRecordings(media).find(({ name }) => name === 'conversation.wav');
  if (!call) return;
  const { segments } = await transcribe(bench, await writePcm(join(bench.folder, 'call.pcm'), call.samples));
  const ours = diarizationError(reference, segments, 250);
  const one = diarizationError(
    reference,
    segments.map((segment) => ({ ...segment, speaker: 'one' })),
    250,
  );
  const found = new Set(segments.map(({ speaker }) => speaker)).size;
  console.log(
    `diarization error, telephone call, 0.25 s collar: ${percent(ours.rate)} with ${found} speakers found; with one speaker for everything: ${percent(one.rate)}`,
  );
}

function plain({ text }: { text: string }): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
