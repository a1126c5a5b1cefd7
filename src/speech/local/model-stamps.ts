import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readRecords, writeRecords } from './model-records.ts';

/** What a file must be: its size and its hash. */
export interface Print {
  sizeBytes: number;
  sha256: string;
}

/** The verified files of a folder. */
export interface Stamps {
  /** The print of the file if it is one of these; 'damaged' also if it cannot be read. Reads the file unless its stamp tells. */
  verify(name: string, prints: readonly Print[]): Promise<Print | 'missing' | 'damaged'>;
  /** Remembers what was verified. It only saves time, so a read-only folder is not an error. */
  save(): Promise<void>;
}

interface Stamp extends Print {
  mtimeMs: number;
}

const STAMP_FILE = 'checked.json';

/** Opens the stamps of a folder. Malformed ones match no file. Does not reject. */
export async function openStamps(modelsDir: string): Promise<Stamps> {
  return stampsFrom(modelsDir, await readRecords<Stamp>(modelsDir, STAMP_FILE));
}

/** Begins anew, so that every file is read. */
export async function freshStamps(modelsDir: string): Promise<Stamps> {
  return stampsFrom(modelsDir, {});
}

function stampsFrom(modelsDir: string, before: Record<string, Stamp>): Stamps {
  const stamps = { ...before };
  return {
    verify: async (name, prints) => {
      const found = await verify(join(modelsDir, name), prints, stamps[name]);
      if (typeof found === 'string') {
        delete stamps[name];
        return found;
      }
      // An existing name keeps its place, so that unchanged stamps are written the same.
      stamps[name] = found;
      return found;
    },
    save: async () => {
      if (JSON.stringify(stamps) === JSON.stringify(before)) return;
      await writeRecords(modelsDir, STAMP_FILE, stamps).catch(() => undefined);
    },
  };
}

async function verify(
  path: string,
  prints: readonly Print[],
  known: Stamp | undefined,
): Promise<Stamp | 'missing' | 'damaged'> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return 'missing';
  const { size: sizeBytes, mtimeMs } = found;
  const ofThisSize = prints.filter((print) => print.sizeBytes === sizeBytes);
  if (ofThisSize.length === 0) return 'damaged';
  const has = (sha256: string | undefined) => ofThisSize.some((print) => print.sha256 === sha256);
  const isUnchanged = known?.sizeBytes === sizeBytes && known.mtimeMs === mtimeMs;
  if (isUnchanged && has(known.sha256)) return { mtimeMs, sizeBytes, sha256: known.sha256 };
  const sha256 = await sha256Of(path).catch(() => undefined);
  return sha256 !== undefined && has(sha256) ? { mtimeMs, sizeBytes, sha256 } : 'damaged';
}

/** The SHA-256 of a file in hexadecimal. Rejects if it cannot be read. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
