import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../work/caller.ts';
import { memoryPer } from '../../work/memory.ts';
import { readBeginningsContext } from './answer-context.ts';
import type { Collection, SourceRows } from './queries.ts';

const remembered = memoryPer<string[]>({ ttl: 3_600_000, max: 1000 });

/** At most three questions that the collection can answer, recomputed only when its content has changed. */
export function suggestQuestions(
  deps: Pick<Deps, 'db' | 'work'>,
  { collection, caller }: { collection: Collection; caller: Caller },
  rows: SourceRows,
): Promise<string[]> {
  const place = { memory: remembered(deps.work), key: `${JSON.stringify(collection)} ${versionOf(rows)}` };
  return deps.work.recall(caller, place, async (signal) => {
    const { sources } = await readBeginningsContext(deps, { collection, rows });
    return deps.work.perform('suggest', { sources }, signal);
  });
}

/** Of articles, only titles change; a transcript has a modification time. */
function versionOf({ transcripts, articles }: SourceRows): string {
  const versions = [
    ...transcripts.map(({ id, updatedAt }) => `t${id} ${updatedAt.getTime()}`),
    ...articles.map(({ id, title }) => `a${id} ${title}`),
  ];
  // Thousands of versions would make a long key.
  return createHash('sha256').update(versions.join()).digest('base64');
}
