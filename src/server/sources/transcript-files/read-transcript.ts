import { MAX_IMPORT_SEGMENTS, MAX_TRANSCRIPT_LENGTH } from '#contract/limits.ts';
import { decodeFile } from './decode-file.ts';
import { isNoText, kindOfBinary } from './file-kind.ts';
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

/**
 * Understands a transcript made elsewhere by its content; its name decides nothing. Refuses what is no text by the name of what it is, a
 * format that nobody knows, and more text than a transcript may have.
 */
export function readTranscript(bytes: Uint8Array): FileAnswer {
  const kind = kindOfBinary(bytes);
  if (kind) return { refusal: 'import_not_text', detail: kind };
  const { text, encoding, warnings } = decodeFile(bytes);
  if (text.trim() === '') return { refusal: 'import_empty', detail: null };
  if (isNoText(text)) return { refusal: 'import_not_text', detail: null };
  const found = readJson(text) ?? readOther(text);
  if (!found || found === 'damaged') return { refusal: 'import_unreadable', detail: null };
  if ('keys' in found) return { refusal: 'import_unknown_json', detail: found.keys };
  const preview = previewOf(found);
  const { segments } = preview;
  if (segments.length === 0) return { refusal: 'import_empty', detail: null };
  const length = segments.reduce((sum, segment) => sum + segment.text.length, 0);
  if (length > MAX_TRANSCRIPT_LENGTH || segments.length > MAX_IMPORT_SEGMENTS)
    return { refusal: 'import_too_long', detail: null };
  return { preview: { ...preview, encoding, warnings: [...warnings, ...preview.warnings] } };
}

function readOther(text: string): FoundText | null {
  const found = READERS.reduce<FoundText | null>((before, read) => before ?? read(text), null);
  return found ?? (MARKUP.test(text) ? null : readText(text));
}
