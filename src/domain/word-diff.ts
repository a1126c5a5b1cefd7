import { alignLists } from './alignment.ts';
import { spacedTokensOf } from './tokens.ts';

/** A piece of the comparison of two texts. */
export interface DiffPiece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The changes from one text to another, word by word. Joined, the pieces that are not `removed` are the second text. */
export function diffWords(before: string, after: string): DiffPiece[] {
  const old = spacedTokensOf(before);
  const now = spacedTokensOf(after);
  const pairs = alignLists(old.map(withoutSpaces), now.map(withoutSpaces));
  const pieces: DiffPiece[] = [];
  const add = (kind: DiffPiece['kind'], tokens: readonly string[]) => {
    const text = tokens.join('');
    const last = pieces.at(-1);
    if (text === '') return;
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };
  let i = 0;
  let j = 0;
  for (const pair of [...pairs, { before: old.length, after: now.length }]) {
    add('removed', old.slice(i, pair.before));
    add('added', now.slice(j, pair.after));
    add('same', now.slice(pair.after, pair.after + 1));
    i = pair.before + 1;
    j = pair.after + 1;
  }
  return pieces;
}

function withoutSpaces(token: string): string {
  return token.trimEnd();
}
