import { randomBytes } from 'node:crypto';
import { ImportId, type TranscriptId } from '#contract/ids.ts';
import type { KeptImport, TranscriptPreview } from '#contract/imports.ts';
import { MAX_IMPORT_BYTES, MAX_WAITING_IMPORTS } from '#contract/limits.ts';
import type { ReadTranscript } from '#domain/imports/read-transcript.ts';
import { fileTitle } from '#domain/recording-title.ts';
import { speakerName } from '#domain/speakers.ts';
import { countWords } from '#domain/tokens.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { plainFileName } from '../../file-name.ts';
import type { ArrivingBytes } from '../../http/raw-body.ts';
import type { Caller } from '../../work/caller.ts';
import {
  assignImport,
  countWaitingImports,
  createFromText,
  insertImport,
  lockImport,
  requireUnused,
} from '../transcripts/service.ts';

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'events' | 'store' | 'transcriptFiles'>;

/** What is shown of a text before it is used. */
const SPEAKERS_SHOWN = 10;
const PARTS_SHOWN = 8;
const PART_LENGTH = 300;

/**
 * Says what is in a transcript made elsewhere; the file is in the store only until it has been read. Throws 'import_too_large', and what
 * `TranscriptFileReader` throws.
 */
export function previewImport(
  deps: Pick<Deps, 'store' | 'transcriptFiles'>,
  caller: Caller,
  body: ArrivingBytes,
): Promise<TranscriptPreview> {
  return withFile(deps, body, (path) => deps.transcriptFiles.preview(path, caller));
}

/** Reads a transcript made elsewhere, and keeps what was understood for its owner. Throws what `previewImport` throws, and 'too_many_imports'. */
export async function keepImport(
  deps: ImportDeps,
  { actor, caller, filename }: { actor: Actor; caller: Caller; filename: string },
  body: ArrivingBytes,
): Promise<KeptImport> {
  const id = ImportId.parse(randomBytes(16).toString('base64url'));
  const name = plainFileName(filename, 'transcript');
  const content = await withFile(deps, body, (path) => deps.transcriptFiles.take(path, caller));
  await deps.db.transaction(async (tx) => {
    if ((await countWaitingImports(tx, actor.id)) >= MAX_WAITING_IMPORTS)
      throw new AppError('too_many_imports');
    await insertImport(tx, { id, userId: actor.id, filename: name, content });
  });
  return describe(id, name, content);
}

async function withFile<Read>(
  { store }: Pick<Deps, 'store'>,
  { bytes, signal }: ArrivingBytes,
  read: (path: string) => Promise<Read>,
): Promise<Read> {
  const storageKey = `imports/${randomBytes(16).toString('base64url')}`;
  try {
    await store.put(storageKey, bytes, { maxBytes: MAX_IMPORT_BYTES, signal });
  } catch (error) {
    const isTooLarge = error instanceof AppError && error.code === 'file_too_large';
    throw isTooLarge ? new AppError('import_too_large', { cause: error }) : error;
  }
  try {
    return await store.withLocalFile(storageKey, read);
  } finally {
    await store.remove(storageKey);
  }
}

function describe(id: ImportId, filename: string, content: ReadTranscript): KeptImport {
  const { segments, speakerNames, hasTimes } = content;
  const labels = [...new Set(segments.map(({ speaker }) => speaker))];
  return {
    id,
    filename,
    format: content.format,
    encoding: content.encoding,
    title: content.title ?? fileTitle(filename),
    language: content.language,
    segmentCount: segments.length,
    wordCount: segments.reduce((sum, { text, words }) => sum + countWords(text, words.length), 0),
    speakers: labels.slice(0, SPEAKERS_SHOWN).map((label) => speakerName(label, speakerNames)),
    speakerCount: labels.length,
    hasTimes,
    duration: hasTimes ? (segments.at(-1)?.endMs ?? 0) / 1000 : null,
    warnings: content.notes,
    beginning: segments.slice(0, PARTS_SHOWN).map(({ speaker, startMs, text }) => ({
      speaker: speakerName(speaker, speakerNames),
      start: hasTimes ? startMs / 1000 : null,
      text: text.slice(0, PART_LENGTH),
    })),
  };
}

/**
 * Makes a text a transcript without a recording; a repeated call returns the same one. Throws 'import_not_found', and what
 * `lockEditableProject` throws for a token of one project.
 */
export async function createFromImport(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'events'>,
  actor: Actor,
  { importId, title, language }: { importId: ImportId; title: string | undefined; language: string | null },
): Promise<TranscriptId> {
  return deps.db.transaction(async (tx) => {
    const row = await lockImport(tx, importId);
    // Made before, by a call whose answer was lost.
    if (row?.userId === actor.id && row.transcriptId !== null && row.content === null)
      return row.transcriptId as TranscriptId;
    const { filename, content } = await requireUnused(tx, actor, importId);
    const transcriptId = await createFromText(deps, tx, actor, {
      title: title ?? content.title ?? fileTitle(filename),
      filename,
      content,
      language,
    });
    await assignImport(tx, importId, { transcriptId, content: null });
    return transcriptId;
  });
}
