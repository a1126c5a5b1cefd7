import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { TranscriptId, UploadId } from '#contract/ids.ts';

/** How far a file has come, so that the same command goes on there after a break or a kill. */
const Begun = z.object({ uploadId: UploadId, transcriptId: TranscriptId.nullable() });
export type Begun = z.infer<typeof Begun>;

/** What a file on a server was begun with: the same content with the same options goes on. */
export interface Begin {
  server: string;
  contentHash: string;
  options: unknown;
}

/** What was begun could not be noted. The message is the line to print. */
export class BegunNotKept extends Error {}

/** Undefined if it has not been begun, or what was written about it cannot be read. */
export async function findBegun(begin: Begin): Promise<Begun | undefined> {
  const text = await readFile(pathOf(begin), 'utf8').catch(() => '{}');
  try {
    return Begun.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Notes how far a file has come. Throws BegunNotKept. */
export async function rememberBegun(begin: Begin, begun: Begun): Promise<void> {
  const path = pathOf(begin);
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await mkdir(folder(), { recursive: true, mode: 0o700 });
    await writeFile(unfinished, JSON.stringify(begun), { mode: 0o600 });
    await rename(unfinished, path);
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BegunNotKept(
      `How far the recordings are cannot be noted in ${folder()} (${reason}). Make room there, or name another folder in XDG_CACHE_HOME.`,
      { cause },
    );
  }
}

/** The next command begins anew. */
export async function forgetBegun(begin: Begin): Promise<void> {
  await rm(pathOf(begin), { force: true });
}

function pathOf({ server, contentHash, options }: Begin): string {
  const id = createHash('sha256')
    .update(JSON.stringify([server, contentHash, options]))
    .digest('hex');
  return join(folder(), `${id}.json`);
}

/** In the user's own cache. */
function folder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tapescript', 'begun');
}
