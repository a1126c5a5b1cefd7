import type { EditKind, EditResult } from '#contract/edits.ts';
import { formatCount } from '#web/lib/format.ts';

const NOUNS: Record<EditKind, string> = {
  text: 'text change',
  split: 'split',
  join: 'join',
  speaker: 'speaker change',
  'merge-speakers': 'speaker merge',
  replace: 'replace',
  names: 'speaker names',
  undo: 'undo',
  redo: 'redo',
  restore: 'restore',
  confirm: 'confirmed word',
  'find-speakers': 'finding of speakers',
  delete: 'deletion',
  times: 'change of times',
};

/** 'replace in 12 passages'. */
export function stepText(
  kind: EditKind | null,
  { changed, removed }: Pick<EditResult, 'changed' | 'removed'>,
): string {
  const noun = kind ? NOUNS[kind] : 'last change';
  const count = changed.length + removed.length;
  if (count < 2 || kind === 'split' || kind === 'join') return noun;
  return `${noun} in ${formatCount(count, 'passage')}`;
}

const DEEDS: Record<EditKind, string> = {
  text: 'Changed the text',
  split: 'Split a passage',
  join: 'Joined passages',
  speaker: 'Changed the speaker',
  'merge-speakers': 'Merged two speakers',
  replace: 'Found and replaced',
  names: 'Named speakers',
  undo: 'Undid a step',
  redo: 'Redid a step',
  restore: 'Restored an earlier text',
  confirm: 'Confirmed a word',
  'find-speakers': 'Found speakers again',
  delete: 'Deleted text',
  times: 'Set the times',
};

/** A description of what a step in the history did. */
export function deedText(kind: EditKind, changeCount: number): string {
  const deed = DEEDS[kind];
  return changeCount > 1 && kind !== 'split' && kind !== 'join'
    ? `${deed} in ${formatCount(changeCount, 'passage')}`
    : deed;
}
