import { divideArticle } from '#domain/article-passages.ts';
import type { Db } from '../../db/client.ts';
import { readPassages } from '../analysis/service.ts';
import { findContent, type SourceRef } from './queries.ts';

/** The passages of a source in order, with where they are as `vectors.places` has it. */
export interface ReadPassages {
  passages: { text: string; place: number[] }[];
  rowVersion: string;
}

/** The passages of a source as questions find them, and the state that was read; undefined if it is gone. */
export async function readSource(db: Db, ref: SourceRef): Promise<ReadPassages | undefined> {
  if ('transcriptId' in ref) {
    const read = await readPassages({ db }, ref.transcriptId);
    return (
      read && {
        rowVersion: read.rowVersion,
        passages: read.passages.map(({ text, segments }) => ({ text, place: segments.map(({ id }) => id) })),
      }
    );
  }
  const content = await findContent(db, ref.articleId);
  if (content === undefined) return undefined;
  const parts = divideArticle(content);
  // The text of an article never changes.
  return {
    rowVersion: '',
    passages: parts.map(({ start, end }) => ({ text: content.slice(start, end), place: [start] })),
  };
}
