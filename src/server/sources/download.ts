import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { MAX_SOURCE_BYTES } from '#contract/limits.ts';
import { AppError } from '../app-error.ts';
import type { Outbound, OutboundAnswer } from '../outbound/outbound.ts';
import { readNote, writeNote } from '../storage/note.ts';
import { codeOfStatus, downloadFailureOf, TryAgain } from './download-failure.ts';
import { looksLikeText } from './looks-like-text.ts';

export interface DownloadSource {
  address: string;
  /** The caller's own folder; a partial download left in it is resumed. */
  folder: string;
  /** Names a file that never changes although its address may: then this name tells whether a partial download belongs to it. */
  unchanging?: string;
  /** Requests this many bytes at a time, for servers that throttle larger requests. */
  pieceBytes?: number;
}

export interface DownloadOptions {
  signal: AbortSignal;
  /** `totalBytes` is null if the server does not say. */
  onProgress: (doneBytes: number, totalBytes: number | null) => void;
  maxBytes?: number;
  /** The time limit including all attempts. */
  totalMs?: number;
  /** Milliseconds before each retry; gives up after this many consecutive attempts without new bytes. */
  pausesMs?: readonly number[];
}

export interface Downloaded {
  path: string;
  sizeBytes: number;
}

const TOTAL_MS = 2 * 60 * 60_000;
const IDLE_MS = 30_000;
const PAUSES_MS = [0, 1000, 3000, 10_000];
/** Even if each attempt gets a little further. */
const MAX_TRIES = 100;
const HEAD_BYTES = 512;
/** The name of a partial download in its folder. */
export const PART_FILE = 'source.part';

/** What is known about a partial download, so that another run can resume it. */
const Note = z.object({ name: z.string(), validator: z.string().nullable() });

/**
 * Downloads a recording into a folder, and resumes what an earlier attempt or run left there, if the server supports it and the
 * file has not changed. Rejects with an AppError: 'address_refused' or one whose code begins with 'source_'.
 */
export async function download(
  outbound: Outbound,
  source: DownloadSource,
  options: DownloadOptions,
): Promise<Downloaded> {
  const { signal, pausesMs = PAUSES_MS, totalMs = TOTAL_MS } = options;
  await mkdir(source.folder, { recursive: true });
  const place = {
    ...source,
    part: join(source.folder, PART_FILE),
    note: join(source.folder, 'source.json'),
  };
  const deadline = performance.now() + totalMs;
  let inVain = 0;
  for (let tries = 1; ; tries += 1) {
    const before = await sizeOf(place.part);
    try {
      let isWhole = false;
      while (!isWhole)
        isWhole = await goOn(outbound, place, {
          ...options,
          totalMs: Math.max(1, deadline - performance.now()),
        });
      return { path: place.part, sizeBytes: await checkWhole(place.part) };
    } catch (error) {
      signal.throwIfAborted();
      const failure = downloadFailureOf(error);
      if (!(failure instanceof TryAgain)) throw failure;
      inVain = (await sizeOf(place.part)) > before ? 0 : inVain + 1;
      const pauseMs = pausesMs[inVain];
      if (pauseMs === undefined || tries >= MAX_TRIES) {
        throw new AppError('source_unreachable', { cause: failure.cause });
      }
      await delay(pauseMs, undefined, { signal });
    }
  }
}

interface Place extends DownloadSource {
  part: string;
  note: string;
}

/** One request: from the end of the part, or from the beginning. Returns whether the file is complete. */
async function goOn(outbound: Outbound, place: Place, options: DownloadOptions): Promise<boolean> {
  const { signal, maxBytes = MAX_SOURCE_BYTES, totalMs = TOTAL_MS, onProgress } = options;
  const known = await readOwnNote(place);
  const have = known ? await sizeOf(place.part) : 0;
  const answer = await outbound.fetch(place.address, {
    headers: headersFor(place, have, known?.validator ?? null),
    maxBytes,
    totalMs,
    idleMs: IDLE_MS,
    signal,
  });
  try {
    const from = await startOf(answer, place, have);
    if (from === 'whole') return true;
    const totalBytes = lengthOf(answer, from);
    if (totalBytes !== null && totalBytes > maxBytes) throw new AppError('source_too_large');
    if (from === 0)
      await writeNote(place.note, {
        name: place.unchanging ?? place.address,
        validator: validatorOf(answer),
      });
    const onBytes = (doneBytes: number) => onProgress(doneBytes, totalBytes);
    const got = await append(answer.body, place.part, { from, maxBytes, onBytes });
    if (totalBytes === null || got >= totalBytes) return true;
    // A requested piece that has ended is not a broken download.
    if (answer.status === 206 && place.pieceBytes !== undefined && got > from) return false;
    throw new TryAgain(`${got} of ${totalBytes} bytes came`);
  } finally {
    answer.body.destroy();
  }
}

function headersFor({ pieceBytes }: Place, have: number, validator: string | null): Record<string, string> {
  // A compressed response could not be resumed, because bytes are counted uncompressed.
  const headers = { accept: 'audio/*, video/*, */*;q=0.5', 'accept-encoding': 'identity' };
  if (pieceBytes !== undefined) return { ...headers, range: `bytes=${have}-${have + pieceBytes - 1}` };
  if (have === 0) return headers;
  return { ...headers, range: `bytes=${have}-`, ...(validator ? { 'if-range': validator } : {}) };
}

/** The offset at which the response begins; 'whole' if all bytes are already there. */
async function startOf(answer: OutboundAnswer, { part }: Place, have: number): Promise<number | 'whole'> {
  if (answer.status === 200) return 0;
  const range = answer.headers.get('content-range') ?? '';
  if (answer.status === 206 && new RegExp(`^bytes ${have}-`).test(range)) return have;
  if (answer.status === 416 && have > 0 && range === `bytes */${have}`) return 'whole';
  const code = codeOfStatus(answer.status);
  if (code) throw new AppError(code, { cause: `status ${answer.status}` });
  if (answer.status === 206 || answer.status === 416) await rm(part, { force: true });
  throw new TryAgain(`status ${answer.status}`);
}

interface Append {
  from: number;
  maxBytes: number;
  onBytes: (doneBytes: number) => void;
}

/**
 * Appends the response to the part, which is kept if the rest does not arrive; returns the file's size. Stops past the limit, and
 * as soon as the first bytes are clearly not a recording.
 */
async function append(body: Readable, part: string, { from, maxBytes, onBytes }: Append): Promise<number> {
  const file = await open(part, from === 0 ? 'w' : 'a');
  let done = from;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      if (done === 0 && piece.length >= HEAD_BYTES && looksLikeText(piece.subarray(0, HEAD_BYTES))) {
        throw new AppError('source_not_media');
      }
      if (done + piece.length > maxBytes) throw new AppError('source_too_large');
      await refuseSecondWriter(file, part, done);
      await file.writeFile(piece);
      done += piece.length;
      onBytes(done);
    }
    await refuseSecondWriter(file, part, done);
    await file.sync();
  } finally {
    await file.close();
  }
  return done;
}

/** A stalled run and its replacement would mix their bytes: both start over, and one of them soon ends. */
async function refuseSecondWriter(file: FileHandle, part: string, done: number): Promise<void> {
  const { size, nlink } = await file.stat();
  if (size === done && nlink > 0) return;
  await rm(part, { force: true });
  throw new TryAgain('somebody else writes this file');
}

/** The size in bytes. Throws 'source_empty' or 'source_not_media'. */
async function checkWhole(path: string): Promise<number> {
  const sizeBytes = await sizeOf(path);
  if (sizeBytes === 0) throw new AppError('source_empty');
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), { position: 0 });
    if (looksLikeText(buffer.subarray(0, bytesRead))) throw new AppError('source_not_media');
  } finally {
    await file.close();
  }
  return sizeBytes;
}

/** Lets the server tell whether the file is unchanged; a weak validator is not valid for ranges (RFC 9110, 13.1.5). */
function validatorOf({ headers }: OutboundAnswer): string | null {
  if (headers.get('content-encoding')) return null;
  const etag = headers.get('etag');
  return etag?.startsWith('"') ? etag : headers.get('last-modified');
}

/** The size of the whole file in bytes; null if unknown, or if the response is compressed. */
function lengthOf({ headers }: OutboundAnswer, from: number): number | null {
  const whole = /^bytes \d+-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  if (whole !== undefined) return Number(whole);
  const length = headers.get('content-length');
  if (length === null || headers.get('content-encoding')) return null;
  return from + Number(length);
}

/** The note of an earlier request, if it is about this file and the part can be resumed. */
async function readOwnNote({ note, address, unchanging }: Place): Promise<z.infer<typeof Note> | undefined> {
  const known = await readNote(note, Note);
  if (known?.name !== (unchanging ?? address)) return undefined;
  return unchanging !== undefined || known.validator !== null ? known : undefined;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}
