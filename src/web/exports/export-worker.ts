// Runs in a worker, because a long recording takes seconds, which would freeze the page.
import '#web/lib/no-eval.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { getWords } from '#contract/transcripts.ts';
import type { SubtitleWords } from '#domain/exports/cues.ts';
import { type ExportFormat, type SubtitleFormat, usesWords } from '#domain/exports/formats.ts';
import { markdownOf } from '#domain/exports/markdown.ts';
import { type ReadableDocument, readableOf } from '#domain/exports/readable.ts';
import { srtCues } from '#domain/exports/srt.ts';
import { checkSubtitles } from '#domain/exports/subtitle-check.ts';
import { type ExportSource, TEXT_EXPORTS } from '#domain/exports/text-exports.ts';
import { vttCues } from '#domain/exports/vtt.ts';
import { callAt } from '#web/lib/api.ts';
import type { ExportAnswer, ExportResults, ExportTask } from './export-task.ts';

addEventListener('message', ({ data }: MessageEvent<ExportTask>) => void answer(data));

async function answer(task: ExportTask): Promise<void> {
  try {
    send({ isDone: true, result: await resultOf(task) });
  } catch (error) {
    send({ isDone: false, message: error instanceof Error ? error.message : String(error) });
  }
}

async function resultOf(task: ExportTask): Promise<ExportResults[ExportTask['kind']]> {
  if (task.kind === 'notes') return task.format === 'md' ? markdownOf(task.readable) : docxOf(task.readable);
  if (task.kind === 'pack') {
    const { packTranscript } = await import('./pack-transcript.ts');
    return packTranscript(task, {
      fetchWords: wordsAt,
      make: (format, source, words) => MAKERS[format](source, words),
    });
  }
  const words = usesWords(task.format, task.cutAtWords) ? await wordsAt(task.wordsPath) : undefined;
  return task.kind === 'check'
    ? checkSubtitles(task.source, CUES[task.format](task.source, words))
    : MAKERS[task.format](task.source, words);
}

function send(message: ExportAnswer): void {
  postMessage(message);
}

/** The subtitles of each format, as in its files. */
const CUES = { srt: srtCues, vtt: vttCues } satisfies Record<SubtitleFormat, unknown>;

/** The libraries for PDF and DOCX are loaded on demand. */
const MAKERS: Record<
  ExportFormat,
  (source: ExportSource, words: SubtitleWords | undefined) => BlobPart | Promise<BlobPart>
> = {
  ...TEXT_EXPORTS,
  pdf: async (source) => {
    const [{ makePdf }, { fetchFont }] = await Promise.all([
      import('./pdf-document.ts'),
      import('./font-files.ts'),
    ]);
    return makePdf(readableOf(source), fetchFont);
  },
  docx: (source) => docxOf(readableOf(source)),
};

async function docxOf(readable: ReadableDocument): Promise<BlobPart> {
  const { makeDocx } = await import('./docx-document.ts');
  return makeDocx(readable);
}

async function wordsAt(path: string) {
  // All endpoints with the words of a transcript have the same response.
  const { segments } = (await callAt({ method: 'GET', path }, {})) as OutputOf<typeof getWords>;
  return new Map(segments.map((segment) => [segment.id, segment]));
}
