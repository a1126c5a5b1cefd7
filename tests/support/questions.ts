import { readdirSync, readFileSync } from 'node:fs';
import type { SourceSegment } from '#domain/passages.ts';
import { longTalk } from './long-talk.ts';
import { type Line, segmentsOf } from './transcripts.ts';

/** A transcript of tests/fixtures/questions with questions about it. */
export interface AskedTranscript {
  title: string;
  lines: readonly Required<Line>[];
  questions: readonly AskedQuestion[];
}

/** A question and the starts of the lines that answer it, each on its own. */
export interface AskedQuestion {
  question: string;
  answersMs: readonly number[];
}

const FOLDER = new URL('../fixtures/questions/', import.meta.url);
const LANGUAGES = new URL('../fixtures/languages/', import.meta.url);
const OF_A_PROJECT = new URL('../fixtures/project-questions.txt', import.meta.url);

/** Reads all transcripts with questions. `[m:ss] Speaker: text` is a line, `? m:ss ... question` a question with the times of its answers. */
export function askedTranscripts(): AskedTranscript[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((file) => parse(readFileSync(new URL(file, FOLDER), 'utf8')));
}

/** The transcripts of tests/fixtures/languages, by language: the same meeting, with questions in other forms of its words. */
export function transcriptsByLanguage(): ReadonlyMap<string, AskedTranscript> {
  return new Map(
    readdirSync(LANGUAGES)
      .toSorted()
      .map((file) => [file.replace('.txt', ''), parse(readFileSync(new URL(file, LANGUAGES), 'utf8'))]),
  );
}

/** The same transcripts with questions that name their subject, as people ask them across many recordings. */
export function projectTranscripts(): AskedTranscript[] {
  const rows = readFileSync(OF_A_PROJECT, 'utf8').split('\n');
  const files = readdirSync(FOLDER).toSorted();
  return askedTranscripts().map((transcript, at) => ({
    ...transcript,
    questions: rows.flatMap((row) => {
      const [, name = '', times = '', question = ''] = /^(\S+) ((?:\d+:\d\d )+)(.+)$/.exec(row) ?? [];
      return files[at] === `${name}.txt`
        ? [{ question, answersMs: times.trim().split(' ').map(parseMs) }]
        : [];
    }),
  }));
}

/** Puts the lines of a transcript into the middle of many hours of other talk; also returns by how much they are shifted. */
export function buryInTalk(
  { lines }: AskedTranscript,
  words: number,
): { segments: SourceSegment[]; shiftMs: number } {
  const before = segmentsOf(longTalk({ words: Math.floor(words / 2), seed: 7 }));
  const after = longTalk({ words: Math.ceil(words / 2), seed: 8 });
  const shiftMs = (before.at(-1)?.endMs ?? 0) + 1000;
  const middle = lines.map((line) => ({ ...line, startMs: line.startMs + shiftMs }));
  return {
    segments: segmentsOf([...before.map(({ speaker, text }) => ({ speaker, text })), ...middle, ...after]),
    shiftMs,
  };
}

function parse(text: string): AskedTranscript {
  const rows = text.split('\n');
  return {
    title: rows.find((row) => row.startsWith('# '))?.slice(2) ?? '',
    lines: rows.flatMap((row) => {
      const [, time = '', speaker = '', said = ''] = /^\[(\d+:\d\d)\] ([^:]+): (.+)$/.exec(row) ?? [];
      return said === '' ? [] : [{ startMs: parseMs(time), speaker, text: said }];
    }),
    questions: rows.flatMap((row) => {
      const [, times = '', question = ''] = /^\? ((?:\d+:\d\d )+)(.+)$/.exec(row) ?? [];
      return question === '' ? [] : [{ question, answersMs: times.trim().split(' ').map(parseMs) }];
    }),
  };
}

function parseMs(time: string): number {
  const [minutes = 0, seconds = 0] = time.split(':').map(Number);
  return (minutes * 60 + seconds) * 1000;
}
