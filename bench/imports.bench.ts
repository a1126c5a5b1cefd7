// npm run bench -- imports: ten hours in 12,000 subtitles, in each format, over HTTP into a real server: reading the file, and making it a transcript; and how soon the server says meanwhile that it is well.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFromImport, IMPORTS_PATH, KeptImport } from '#contract/imports.ts';
import type { Segment } from '#contract/segments.ts';
import { type ExportSource, TEXT_EXPORTS } from '#domain/exports/text-exports.ts';
import { shareByLength } from '#domain/retime.ts';
import { placeInOrder, timestampSegment, timestampWords } from '#domain/segments.ts';
import { tokensOf } from '#domain/tokens.ts';
import { Client } from '#tests/support/client.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import { runServer } from '#tests/support/server.ts';
import { watch } from '#tests/support/storm.ts';

const CUES = 12_000;
const CUE_MS = 3000;
const GAP_MS = 200;
const ROUNDS = 3;
const GOAL_S = 3;
const HEALTH_MS = 50;

const folder = await mkdtemp(join(tmpdir(), 'bench-imports-'));
const server = runServer(join(folder, 'data'), { SPEECH_ENGINE: 'fake' });
try {
  const ann = await Client.signUp(await server.ready);
  console.log(`load ${loadavg()[0]?.toFixed(1)} at the start`);
  const files = filesOf(tenHours());
  const health = watch(ann.url, { path: '/api/health' }, 20);
  for (const [name, content] of files) {
    const bytes = Buffer.from(content);
    const rounds: { readS: number; makeS: number; segments: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await bring(ann, name, bytes));
    const [best] = rounds.toSorted((a, b) => a.readS + a.makeS - b.readS - b.makeS).slice(ROUNDS >> 1);
    if (!best) throw new Error('There was no round.');
    const { readS, makeS, segments } = best;
    console.log(
      `${name.padEnd(16)} ${(bytes.length / 1e6).toFixed(1)} MB, ${segments} segments: ${(readS + makeS).toFixed(2)} s (goal ${GOAL_S} s), of which reading ${readS.toFixed(2)} s`,
    );
  }
  const { p95Ms, maxMs, calls, failures } = await health.stop();
  console.log(
    `health meanwhile: 95% of ${calls} calls within ${p95Ms} ms (goal ${HEALTH_MS} ms), longest ${maxMs} ms, ${failures.length} failed`,
  );
} finally {
  await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}

async function bring(client: Client, name: string, bytes: Uint8Array) {
  const started = performance.now();
  const headers = { cookie: client.cookie, 'content-type': 'application/octet-stream' };
  const init = { method: 'POST', body: Uint8Array.from(bytes), headers };
  const response = await fetch(`${client.url}${IMPORTS_PATH}?filename=${name}`, init);
  if (response.status !== 201) throw new Error(`${name}: ${response.status}: ${await response.text()}`);
  const { id, segmentCount } = KeptImport.parse(await response.json());
  const readS = (performance.now() - started) / 1000;
  const made = await client.call(createFromImport, { params: { id }, body: {} });
  const makeS = (performance.now() - started) / 1000 - readS;
  await client.until(made.id, ({ status }) => status === 'completed');
  return { readS, makeS, segments: segmentCount };
}

function tenHours(): Segment[] {
  const lines = longTalk({ words: CUES * 20, seed: 3 });
  return Array.from({ length: CUES }, (_, index) => {
    const { speaker, text: whole } = lines[index] ?? { speaker: 'Speaker 1', text: 'Yes.' };
    const text = whole.split(' ').slice(0, 9).join(' ');
    const span = { startMs: index * CUE_MS, endMs: (index + 1) * CUE_MS - GAP_MS };
    return { speaker, ...span, text, words: shareByLength(tokensOf(text), span), timing: 'measured' };
  });
}

function filesOf(segments: Segment[]): [string, string][] {
  const source: ExportSource = {
    title: 'Ten hours',
    transcript: '',
    speakerNames: { 'Speaker 1': 'Ann Lee', 'Speaker 2': 'Ben', 'Speaker 3': 'Carl' },
    showSpeakers: true,
    duration: (CUES * CUE_MS) / 1000,
    language: 'en',
    createdAt: '2026-11-23T00:00:00.000Z',
    timestampedTranscript: placeInOrder(segments).map(timestampSegment),
  };
  const words = new Map(placeInOrder(segments).map((each) => [each.id, timestampWords(each)]));
  const ours = (['srt', 'vtt', 'json', 'txt', 'md'] as const).map((format): [string, string] => [
    `talk.${format}`,
    TEXT_EXPORTS[format](source, words),
  ]);
  return [...ours, ...programsFiles(segments)];
}

/** The files of other programs, each in its own form. */
function programsFiles(segments: readonly Segment[]): [string, string][] {
  const seconds = (ms: number) => ms / 1000;
  const said = segments.flatMap(({ words, speaker }) => words.map((word) => ({ ...word, speaker })));
  const whisper = segments.map(({ startMs, endMs, text, words }) => ({
    start: seconds(startMs),
    end: seconds(endMs),
    text,
    words: words.map((word) => ({
      word: ` ${word.text}`,
      start: seconds(word.startMs),
      end: seconds(word.endMs),
      probability: 0.9,
    })),
  }));
  const assemblyai = segments.map(({ speaker, startMs, endMs, text, words }) => ({
    speaker: speaker.replace('Speaker ', ''),
    start: startMs,
    end: endMs,
    text,
    words: words.map((word) => ({
      text: word.text,
      start: word.startMs,
      end: word.endMs,
      confidence: 0.9,
      speaker: speaker.replace('Speaker ', ''),
    })),
  }));
  const deepgram = said.map(({ text, startMs, endMs, speaker }) => ({
    word: text.toLowerCase(),
    punctuated_word: text,
    start: seconds(startMs),
    end: seconds(endMs),
    confidence: 0.9,
    speaker: Number(speaker.replace('Speaker ', '')) - 1,
  }));
  const otr = segments
    .map(
      ({ startMs, text }) =>
        `<p><span class="timestamp" data-timestamp="${seconds(startMs)}">0:00</span> ${text}</p>`,
    )
    .join('');
  return [
    ['whisper.json', JSON.stringify({ text: '', language: 'en', segments: whisper })],
    ['assemblyai.json', JSON.stringify({ id: 'x', status: 'completed', text: '', utterances: assemblyai })],
    [
      'deepgram.json',
      JSON.stringify({
        metadata: {},
        results: { channels: [{ alternatives: [{ transcript: '', words: deepgram }] }] },
      }),
    ],
    ['talk.otr', JSON.stringify({ text: otr, media: 'talk.mp3', 'media-time': 0 })],
  ];
}
