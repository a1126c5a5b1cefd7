import { mkdir, statfs } from 'node:fs/promises';
import { AppError } from '../app-error.ts';
import { DiskFull } from '../disk-full.ts';
import { decodeSound } from './decode-sound.ts';
import { type Decoded, type MediaTool, SAMPLE_RATE, type SoundTrack, type ToolOptions } from './tool.ts';

/** The disk of the working folders. */
export interface ScratchDisk {
  totalBytes: number;
  freeBytes: number;
}

/** What one job may write into its working folder. */
export interface ScratchRoom {
  /**
   * Makes sure of so many bytes altogether before they are written. Rejects with DiskFull if they are not there, or if the others on this
   * disk would get too little, and with an AppError 'disk_too_small' if they never can be; what was granted before stays.
   */
  need(bytes: number): Promise<void>;
  /** Notes how many of them are written: the disk itself counts those. */
  wrote(bytes: number): void;
  /** Gives all back, once the files are gone. */
  close(): void;
}

/** The room for the working files of this process's jobs, which are as large as decoded sound: 230 MB an hour. */
export interface Scratch {
  open(person: number): ScratchRoom;
}

interface Held {
  person: number;
  granted: number;
  written: number;
}

/** Always left free, for uploads and the database: this much, or a tenth of a small disk. */
const KEPT_BYTES = 1_000_000_000;
const KEPT_PART = 0.1;
/** Of what there is altogether, one person's second job and all further ones get no more than this. */
const PART_OF_ONE = 0.5;

/** Divides the room on a disk among jobs. `readDisk` says how much there is now. */
export function createScratch(readDisk: () => Promise<ScratchDisk>): Scratch {
  const rooms = new Set<Held>();
  const sumOf = (some: Iterable<Held>, value: (room: Held) => number) =>
    [...some].reduce((sum, room) => sum + value(room), 0);
  // One after the other: two that ask at once must not get the same bytes.
  let last: Promise<unknown> = Promise.resolve();
  const grant = async (room: Held, bytes: number) => {
    if (bytes <= room.granted) return;
    const { totalBytes, freeBytes } = await readDisk();
    const promised = sumOf(rooms, ({ granted, written }) => Math.max(0, granted - written));
    const kept = Math.min(KEPT_BYTES, totalBytes * KEPT_PART);
    if (bytes > totalBytes - kept) throw new AppError('disk_too_small');
    const left = freeBytes - promised - kept;
    const more = bytes - room.granted;
    if (more > left) throw noRoom(more, left);
    const own = sumOf(rooms, ({ person, granted }) => (person === room.person ? granted : 0));
    const isOnly = own === room.granted;
    const whole = left + sumOf(rooms, ({ granted }) => granted);
    if (!isOnly && own + more > whole * PART_OF_ONE) throw noRoom(more, whole * PART_OF_ONE - own);
    room.granted = bytes;
  };
  return {
    open: (person) => {
      const room: Held = { person, granted: 0, written: 0 };
      rooms.add(room);
      return {
        need: (bytes) => {
          const granted = last.then(() => grant(room, bytes));
          last = granted.catch(() => undefined);
          return granted;
        },
        wrote: (bytes) => {
          room.written = Math.max(room.written, Math.min(bytes, room.granted));
        },
        close: () => {
          rooms.delete(room);
        },
      };
    },
  };
}

/** Reads how much room there is where this folder is, or will be. */
export function diskOf(folder: string): () => Promise<ScratchDisk> {
  return async () => {
    await mkdir(folder, { recursive: true });
    const { blocks, bavail, bsize } = await statfs(folder);
    return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
  };
}

const BYTES_PER_MS = (SAMPLE_RATE / 1000) * Float32Array.BYTES_PER_ELEMENT;
/** How much further than it has come a decoder may write before it is granted more. */
const AHEAD_MS = 60_000;

/**
 * Decodes a recording within a job's room. What its packets say gets room first; one that is longer gets more as it goes on. Rejects as `MediaTool.decode` does, and with DiskFull before the disk is full.
 */
export async function decodeWithin(
  tool: Pick<MediaTool, 'decode'>,
  room: ScratchRoom,
  { path, target, sound }: { path: string; target: string; sound: SoundTrack },
  { signal, onProgress }: ToolOptions,
): Promise<Decoded> {
  // What is mixed is decoded one after the other, each beside what is mixed already.
  const files = sound.mixedWith.length > 0 ? 2 : 1;
  const bytesOf = (ms: number) => ms * BYTES_PER_MS * files;
  await room.need(bytesOf(sound.lastMs + AHEAD_MS));
  const refused = new AbortController();
  let granted = Promise.resolve();
  const decoded = await decodeSound(
    tool,
    { path, target, sound },
    {
      signal: AbortSignal.any([signal, refused.signal]),
      onProgress: (doneMs) => {
        room.wrote(bytesOf(doneMs));
        granted = room.need(bytesOf(doneMs + AHEAD_MS));
        granted.catch((error: unknown) => refused.abort(error));
        onProgress?.(doneMs);
      },
    },
  );
  // A fast decoder may be done before it is stopped.
  await granted;
  return decoded;
}

/** How much of a sound track has been decoded, from 0 to 1. */
export function decodedPart({ lastMs }: SoundTrack, doneMs: number): number {
  return lastMs > 0 ? Math.min(1, doneMs / lastMs) : 0.5;
}

function noRoom(neededBytes: number, leftBytes: number): DiskFull {
  const [needed, left] = [neededBytes, Math.max(0, leftBytes)].map((bytes) => Math.ceil(bytes / 1e6));
  return new DiskFull(`Decoded sound needs ${needed} MB more, of which ${left} MB can be had.`);
}
