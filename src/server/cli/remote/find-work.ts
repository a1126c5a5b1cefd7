import { lstat, opendir, stat } from 'node:fs/promises';
import { dirname, join, parse, relative, resolve } from 'node:path';
import { isUploadable } from '#contract/media-types.ts';
import { FORMATS, type TextFormat } from '#domain/exports/formats.ts';
import { UsageError } from '../command-line.ts';

/** A recording, and where its text goes; undefined: standard output. */
export interface Work {
  path: string;
  out: string | undefined;
}

interface Wanted {
  paths: readonly string[];
  out: string | undefined;
  format: TextFormat;
}

export interface FoundWork {
  works: Work[];
  /** Whether several were asked for: their texts go beside them or into a folder, and those that are there already stay. */
  isSeveral: boolean;
}

/**
 * The recordings that were named, those in folders included (links and hidden files are left out), in order, and each once. Throws UsageError for what
 * is not there, and for a place that cannot take several texts.
 */
export async function findWork({ paths, out, format }: Wanted): Promise<FoundWork> {
  /** Each recording with the path of its text below the folder for texts. */
  const found = new Map<string, string>();
  const add = (path: string, from: string) => {
    if (!found.has(path)) found.set(path, relative(from, path));
  };
  let isSeveral = paths.length > 1;
  for (const each of paths) {
    const path = resolve(each);
    const kind = await stat(path).catch(() => undefined);
    if (!kind) throw new UsageError(`There is no file ${each}.`);
    if (kind.isDirectory()) {
      isSeveral = true;
      const recordings: string[] = [];
      await collect(path, recordings);
      for (const recording of recordings.sort()) add(recording, path);
    } else if (kind.isFile()) add(path, dirname(path));
    else throw new UsageError(`${each} is not a file.`);
  }
  if (found.size === 0) throw new UsageError(`There are no recordings in ${paths.join(', ')}.`);
  if (!isSeveral) return { isSeveral, works: [...found.keys()].map((path) => ({ path, out })) };
  const folder = out === undefined ? undefined : resolve(out);
  const kind = folder === undefined ? undefined : await stat(folder).catch(() => undefined);
  if (kind && !kind.isDirectory())
    throw new UsageError(`Several texts need a folder, and ${out} is a file. Name a folder with --out.`);
  const works = [...found].map(([path, name]) => ({
    path,
    out: withExtension(folder === undefined ? path : join(folder, name), format),
  }));
  refuseSamePlace(works);
  return { isSeveral, works };
}

/** Adds the recordings of a folder and of those in it to a list. */
async function collect(folder: string, recordings: string[]): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) await collect(path, recordings);
    else if (entry.isFile() && isUploadable('', entry.name) && (await lstat(path)).size > 0)
      recordings.push(path);
  }
}

function withExtension(path: string, format: TextFormat): string {
  const { dir, name } = parse(path);
  return join(dir, `${name}.${FORMATS[format].extension}`);
}

function refuseSamePlace(works: readonly { path: string; out: string }[]): void {
  const taken = new Map<string, string>();
  for (const { path, out } of works) {
    const other = taken.get(out);
    if (other !== undefined)
      throw new UsageError(
        `The texts of ${other} and ${path} would both be ${out}. Rename one of the recordings, or transcribe them one after the other with --out FILE.`,
      );
    taken.set(out, path);
  }
}
