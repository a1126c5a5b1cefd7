import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { usesWords } from '#domain/exports/formats.ts';
import { type PlacedSegment, placeInOrder, timestampSegment, timestampWords } from '#domain/segments.ts';
import { paragraphTexts } from '#domain/turns.ts';
import type { Transcription } from '#speech/engine.ts';
import { createEngine } from '#speech/registry.ts';
import { AppError } from '../app-error.ts';
import { ConfigError, readConfig } from '../config.ts';
import { decodeSound } from '../media/decode-sound.ts';
import { findMediaTool } from '../media/find-tool.ts';
import { namingContent } from '../media/found-content.ts';
import { type Arguments, readArguments } from './arguments.ts';
import { UsageError } from './command-line.ts';
import { createProgressBar } from './progress-bar.ts';
import { writeText } from './write-text.ts';

const USAGE_EXIT = 2;
const INTERRUPTED_EXIT = 130;

interface Transcribed extends Transcription {
  durationMs: number;
}

/** Transcribes FILE without server and browser, to standard output or into a file. */
async function main(): Promise<void> {
  const args = readArguments(process.argv.slice(2));
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => interrupt.abort(new Error('interrupted')));
  try {
    const transcription = await transcribe(args, interrupt.signal);
    const text = render(transcription, args);
    if (args.out === undefined) process.stdout.write(text);
    else await writeFile(args.out, text);
    if (transcription.lowConfidence)
      process.stderr.write('This may not be English, or the sound is too poor: check the text.\n');
  } catch (error) {
    if (interrupt.signal.aborted) process.exit(INTERRUPTED_EXIT);
    throw error;
  }
}

async function transcribe(args: Arguments, signal: AbortSignal): Promise<Transcribed> {
  const { file, suggestSpeakers, speakers } = args;
  const path = resolve(file);
  if (!(await stat(path)).isFile()) throw new UsageError(`${file} is not a file.`);
  const bar = createProgressBar(process.stderr);
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-cli-'));
  const engine = createEngine(readConfig(process.env).speech);
  try {
    const tool = await findMediaTool();
    const { sound } = await tool.probe(path, { signal }).catch(async (error: unknown) => {
      throw await namingContent(path, error);
    });
    if (!sound) throw new AppError('no_audio');
    const pcmPath = join(folder, 'audio.f32');
    const onProgress = (doneMs: number) => bar.decoding(doneMs, sound.lastMs);
    const { durationMs } = await decodeSound(tool, { path, target: pcmPath, sound }, { signal, onProgress });
    const transcription = await engine.transcribe(
      { pcmPath, durationMs },
      { diarize: suggestSpeakers, speakerCount: speakers, done: [] },
      { signal, onProgress: bar.speech, onChunk: async () => undefined },
    );
    return { ...transcription, durationMs };
  } finally {
    bar.done();
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function render({ language, segments, durationMs }: Transcribed, args: Arguments): string {
  const { file, format, cutAtWords } = args;
  const placed = placeInOrder(segments);
  const timestampedTranscript = placed.map(timestampSegment);
  const source = {
    title: basename(file),
    transcript: paragraphTexts(timestampedTranscript).join('\n\n'),
    timestampedTranscript,
    speakerNames: {},
    showSpeakers: true,
    duration: durationMs / 1000,
    language,
    createdAt: new Date().toISOString(),
  };
  return writeText(format, source, usesWords(format, cutAtWords) ? wordsById(placed) : undefined);
}

function wordsById(segments: readonly PlacedSegment[]) {
  return new Map(segments.map((segment) => [segment.id, timestampWords(segment)]));
}

function describe(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error) {
    return `There is no file ${String(error.path)}.`;
  }
  return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(error instanceof UsageError || error instanceof ConfigError ? USAGE_EXIT : 1);
});
