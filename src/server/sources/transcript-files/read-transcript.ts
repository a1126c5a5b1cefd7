import { LanguageTag } from '#contract/languages.ts';
import {
  MAX_IMPORT_SEGMENTS,
  MAX_RECORDING_MS,
  MAX_TITLE_LENGTH,
  MAX_TRANSCRIPT_LENGTH,
  MAX_TRANSCRIPT_WORDS,
} from '#contract/limits.ts';
import { cleanText } from '#domain/exports/clean-text.ts';
import { makeSegments } from '#domain/imports/make-segments.ts';
import { decodeFile } from './decode-file.ts';
import { readDocx } from './docx.ts';
import { isDocx, isNoText, kindOfBinary } from './file-kind.ts';
import type { FileAnswer } from './file-protocol.ts';
import type { FoundText } from './found-text.ts';
import { readJson } from './json-formats.ts';
import { previewOf } from './preview-of.ts';
import { readSbv } from './sbv.ts';
import { readSrt } from './srt.ts';
import { readText } from './text.ts';
import { readTtml } from './ttml.ts';
import { readVtt } from './vtt.ts';

/** The formats that are not JSON, in the order in which they are tried. */
const READERS = [readVtt, readTtml, readSrt, readSbv];
/** What begins like this and is none of these formats is a page or another file for programs. */
const MARKUP = /^\s*<[?!a-z]/i;

interface Understood {
  found: FoundText;
  encoding: string;
  warnings: readonly string[];
}

type Refusal = Extract<FileAnswer, { refusal: string }>;

/**
 * Says what is in a transcript made elsewhere, by its content; its name decides nothing. Refuses what is no text by the name of what it is, a
 * format that nobody knows, and more text than a transcript may have.
 */
export function readTranscript(bytes: Uint8Array): FileAnswer {
  const file = understand(bytes);
  if ('refusal' in file) return file;
  const preview = previewOf(file.found);
  if (preview.segments.length === 0) return { refusal: 'import_empty', detail: null };
  const { encoding, warnings } = file;
  return { preview: { ...preview, encoding, warnings: [...warnings, ...preview.warnings] } };
}

/** Makes a transcript of one that was made elsewhere: in order, with labels, each word with its time. Refuses what `readTranscript` refuses, and impossible times. */
export function takeTranscript(bytes: Uint8Array): FileAnswer {
  const file = understand(bytes);
  if ('refusal' in file) return file;
  const { found, encoding, warnings } = file;
  const { format, segments: utterances } = found;
  const isTooLate = utterances.some(
    ({ startMs, endMs }) => Math.max(startMs ?? 0, endMs ?? 0) > MAX_RECORDING_MS,
  );
  if (isTooLate) return { refusal: 'import_times_too_long', detail: null };
  const { segments, speakerNames, hasTimes, notes } = makeSegments(utterances, {
    isOurs: format === 'tapescript',
  });
  if (segments.length === 0) return { refusal: 'import_empty', detail: null };
  const words = segments.reduce((sum, each) => sum + each.words.length, 0);
  const isTooLong = words > MAX_TRANSCRIPT_WORDS || (segments.at(-1)?.endMs ?? 0) > MAX_RECORDING_MS;
  if (isTooLong) return { refusal: 'import_too_long', detail: null };
  return {
    transcript: {
      format,
      encoding,
      title:
        cleanText(found.title ?? '')
          .slice(0, MAX_TITLE_LENGTH)
          .trim() || null,
      language: LanguageTag.safeParse(found.language).data ?? null,
      segments,
      speakerNames,
      hasTimes,
      notes: [...warnings, ...found.warnings, ...notes],
    },
  };
}

function understand(bytes: Uint8Array): Understood | Refusal {
  if (isDocx(bytes)) return understandDocx(bytes);
  const kind = kindOfBinary(bytes);
  if (kind) return { refusal: 'import_not_text', detail: kind };
  const { text, encoding, warnings } = decodeFile(bytes);
  if (text.trim() === '') return { refusal: 'import_empty', detail: null };
  if (isNoText(text)) return { refusal: 'import_not_text', detail: null };
  const found = readJson(text) ?? readOther(text);
  if (!found || found === 'damaged') return { refusal: 'import_unreadable', detail: null };
  if ('keys' in found) return { refusal: 'import_unknown_json', detail: found.keys };
  return withinLimits({ found, encoding, warnings });
}

/** The XML of documents is nearly always UTF-8, and says so otherwise. */
function understandDocx(bytes: Uint8Array): Understood | Refusal {
  const found = readDocx(bytes);
  if (found === 'too large') return { refusal: 'import_too_complex', detail: null };
  return found
    ? withinLimits({ found, encoding: 'utf-8', warnings: [] })
    : { refusal: 'import_unreadable', detail: null };
}

function withinLimits(file: Understood): Understood | Refusal {
  const { segments } = file.found;
  const length = segments.reduce((sum, segment) => sum + segment.text.length, 0);
  const isTooLong = length > MAX_TRANSCRIPT_LENGTH || segments.length > MAX_IMPORT_SEGMENTS;
  return isTooLong ? { refusal: 'import_too_long', detail: null } : file;
}

function readOther(text: string): FoundText | null {
  const found = READERS.reduce<FoundText | null>((before, read) => before ?? read(text), null);
  return found ?? (MARKUP.test(text) ? null : readText(text));
}
