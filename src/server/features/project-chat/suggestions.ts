import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../work/caller.ts';
import { memoryPer } from '../../work/memory.ts';
import type { ReadableProject } from '../members/access.ts';
import { readBeginningsContext } from './answer-context.ts';
import type { SourceRows } from './queries.ts';

const remembered = memoryPer<string[]>({ ttl: 3_600_000, max: 1000 });

/** At most three questions that the project can answer, recomputed only when its content has changed. */
export function suggestProjectQuestions(
  deps: Pick<Deps, 'db' | 'work'>,
  { project, caller }: { project: ReadableProject; caller: Caller },
  rows: SourceRows,
): Promise<string[]> {
  const place = { memory: remembered(deps.work), key: `${project.id} ${versionOf(rows)}` };
  return deps.work.recall(caller, place, async (signal) => {
    const { sources } = await readBeginningsContext(deps, { projectId: project.id, rows });
    return deps.work.perform('suggest', { sources }, signal);
  });
}

/** Articles do not change; a transcript has a modification time. */
function versionOf({ transcripts, articles }: SourceRows): string {
  const versions = [
    ...transcripts.map(({ id, updatedAt }) => `t${id} ${updatedAt.getTime()}`),
    ...articles.map(({ id }) => `a${id}`),
  ];
  // Thousands of versions would make a long key.
  return createHash('sha256').update(versions.join()).digest('base64');
}
