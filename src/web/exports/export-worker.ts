// Runs in a worker: a long recording takes seconds, in which the page goes on as if nothing was.
import '#web/lib/no-eval.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { getWords } from '#contract/transcripts.ts';
import type { SubtitleWords } from '#domain/exports/cues.ts';
import { exportJson } from '#domain/exports/json.ts';
import { exportMarkdown } from '#domain/exports/markdown.ts';
import { readableOf } from '#domain/exports/readable.ts';
import { exportSrt, srtCues } from '#domain/exports/srt.ts';
import { checkSubtitles } from '#domain/exports/subtitle-check.ts';
import { exportText } from '#domain/exports/text.ts';
import { exportVtt, vttCues } from '#domain/exports/vtt.ts';
import { callAt } from '#web/lib/api.ts';
import type { ExportAnswer, ExportSource, ExportTask } from './export-task.ts';
import type { ExportFormat, SubtitleFormat } from './formats.ts';

addEventListener('message', ({ data }: MessageEvent<ExportTask>) => void answer(data));

async function answer(task: ExportTask): Promise<void> {
  try {
    const words = usesWords(task) ? await wordsAt(task.wordsPath) : undefined;
    const result =
      task.kind === 'check'
        ? checkSubtitles(task.source, CUES[task.format](task.source, words))
        : await MAKERS[task.format](task.source, words);
    send({ isDone: true, result });
  } catch (error) {
    send({ isDone: false, message: error instanceof Error ? error.message : String(error) });
  }
}

function send(message: ExportAnswer): void {
  postMessage(message);
}

function usesWords({ format, cutAtWords }: ExportTask): boolean {
  return format === 'json' || format === 'vtt' || (format === 'srt' && cutAtWords);
}

/** The subtitles as the files have them. */
const CUES = { srt: srtCues, vtt: vttCues } satisfies Record<SubtitleFormat, unknown>;

/** The libraries for PDF and DOCX are loaded when somebody wants one. */
const MAKERS: Record<
  ExportFormat,
  (source: ExportSource, words: SubtitleWords | undefined) => BlobPart | Promise<BlobPart>
> = {
  txt: exportText,
  md: exportMarkdown,
  srt: exportSrt,
  vtt: exportVtt,
  json: exportJson,
  pdf: async (source) => {
    const [{ makePdf }, { fetchFont }] = await Promise.all([
      import('./pdf-document.ts'),
      import('./font-files.ts'),
    ]);
    return makePdf(readableOf(source), fetchFont);
  },
  docx: async (source) => {
    const { makeDocx } = await import('./docx-document.ts');
    return makeDocx(readableOf(source));
  },
};

async function wordsAt(path: string) {
  // Whichever endpoint it is, the words of a transcript come in one shape.
  const { segments } = (await callAt({ method: 'GET', path }, {})) as OutputOf<typeof getWords>;
  return new Map(segments.map((segment) => [segment.id, segment]));
}
