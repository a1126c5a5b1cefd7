import { performAside } from '#ai/extractive/perform-aside.ts';
import type { Deps } from '../../deps.ts';
import type { ReadableProject } from '../members/access.ts';
import { readBeginnings } from './material.ts';
import type { SourceRows } from './queries.ts';

/** Projects whose questions are remembered. */
const REMEMBERED = 200;

interface Remembered {
  /** Of which content they are. */
  version: string;
  questions: Promise<string[]>;
}

/** By project, the one that was used last at the end. */
const remembered = new Map<number, Remembered>();

/** At most three questions that the project can answer, found again only when its content has changed. */
export function suggestQuestions(
  deps: Pick<Deps, 'db'>,
  { id }: ReadableProject,
  rows: SourceRows,
): Promise<string[]> {
  const version = versionOf(rows);
  const known = remembered.get(id);
  const questions = known?.version === version ? known.questions : findQuestions(deps, id, rows);
  remembered.delete(id);
  remembered.set(id, { version, questions });
  // What failed is tried again the next time.
  questions.catch(() => remembered.delete(id));
  for (const oldest of remembered.keys()) {
    if (remembered.size <= REMEMBERED) break;
    remembered.delete(oldest);
  }
  return questions;
}

async function findQuestions(deps: Pick<Deps, 'db'>, projectId: number, rows: SourceRows): Promise<string[]> {
  const { sources } = await readBeginnings(deps, { projectId, rows });
  return performAside('suggest', { sources });
}

/** Articles do not change; a transcript says when it did. */
function versionOf({ transcripts, articles }: SourceRows): string {
  return [
    ...transcripts.map(({ id, updatedAt }) => `t${id} ${updatedAt.getTime()}`),
    ...articles.map(({ id }) => `a${id}`),
  ].join();
}
