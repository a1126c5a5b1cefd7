import { shownSpeakers } from '../speakers.ts';
import { cleanText } from './clean-text.ts';
import { type ExportFormat, FORMATS } from './formats.ts';
import type { ExportSource } from './text-exports.ts';

/** Why a transcript, or one of its files, is not among those that were exported together. */
export const EXPORT_FAILURES = {
  gone: 'It was deleted, or you may not read it any more.',
  'signed-out': 'You are logged out.',
  unfinished: 'It has no finished text.',
  'not-loaded': 'It could not be loaded.',
  'no-speech': 'Subtitles need timestamps, and this transcript has none.',
  'not-made': 'The file could not be made.',
  full: 'It does not fit: a ZIP file has at most 4 GB.',
} as const;
export type ExportFailureKind = keyof typeof EXPORT_FAILURES;

export interface ExportFailure {
  /** Null: none of the formats. */
  format: ExportFormat | null;
  kind: ExportFailureKind;
}

/** What the manifest says about a transcript's text, as far as it was loaded. */
export interface ExportFacts {
  title: string;
  duration: number | null;
  language: string | null;
  speakers: string[];
  createdAt: string;
}

/** A file among those that were exported together. */
export interface ExportedFile {
  name: string;
  format: ExportFormat;
  sizeBytes: number;
  /** In hexadecimal digits; null where the browser does not compute any (on a page without https). */
  sha256: string | null;
}

/** What has become of a transcript of which files were asked for. */
export interface ExportRecord {
  id: number;
  /** The title as it was listed. */
  title: string;
  /** Null if it could not be loaded. */
  facts: ExportFacts | null;
  files: readonly ExportedFile[];
  failures: readonly ExportFailure[];
}

/** The form of the file that lists what was exported together. `version` increases with breaking changes only; new keys may be added without one. */
export interface ExportManifest {
  format: 'tapescript-export';
  version: 1;
  /** ISO 8601. */
  madeAt: string;
  transcriptCount: number;
  fileCount: number;
  failureCount: number;
  transcripts: {
    id: number;
    title: string;
    /** Where the transcript can be read. */
    link: string;
    /** In seconds; null if unknown. */
    duration: number | null;
    /** A BCP 47 tag; null if unknown. */
    language: string | null;
    /** The names of those who speak, in the order in which they are first heard. */
    speakers: string[];
    /** ISO 8601; null if unknown. */
    createdAt: string | null;
    files: { name: string; format: ExportFormat; sizeBytes: number; sha256: string | null }[];
    /** `format` is null if it is about all of them. */
    failures: { format: ExportFormat | null; reason: string }[];
  }[];
}

/** What the manifest says about a transcript, besides its files. */
export function exportFacts(source: ExportSource): ExportFacts {
  return {
    title: cleanText(source.title),
    duration: source.duration,
    language: source.language,
    speakers: shownSpeakers(source).map(({ name }) => cleanText(name)),
    createdAt: source.createdAt,
  };
}

/** The manifest as JSON (see ExportManifest). `linkOf` returns the address of a transcript; `madeAt` is ISO 8601. */
export function exportManifest(
  records: readonly ExportRecord[],
  madeAt: string,
  linkOf: (id: number) => string,
): string {
  const manifest: ExportManifest = {
    format: 'tapescript-export',
    version: 1,
    madeAt,
    transcriptCount: records.filter(({ files }) => files.length > 0).length,
    fileCount: records.reduce((sum, { files }) => sum + files.length, 0),
    failureCount: records.filter(({ failures }) => failures.length > 0).length,
    transcripts: records.map(({ id, title, facts, files, failures }) => ({
      id,
      title: facts?.title ?? cleanText(title),
      link: linkOf(id),
      duration: facts?.duration ?? null,
      language: facts?.language ?? null,
      speakers: facts?.speakers ?? [],
      createdAt: facts?.createdAt ?? null,
      files: files.map(({ name, format, sizeBytes, sha256 }) => ({ name, format, sizeBytes, sha256 })),
      failures: failures.map(({ format, kind }) => ({ format, reason: EXPORT_FAILURES[kind] })),
    })),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Says why something is missing, with the format unless it is about all of them: 'PDF: The file could not be made.' */
export function describeFailure({ format, kind }: ExportFailure): string {
  return `${format === null ? '' : `${FORMATS[format].name}: `}${EXPORT_FAILURES[kind]}`;
}
