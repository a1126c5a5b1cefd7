import type { ProjectId, TranscriptId } from '#contract/ids.ts';
import type { TranscriptListItem } from '#contract/transcripts.ts';
import { normalizeText } from '#domain/normalize-text.ts';

/** Whether assigning a transcript to a project (null for none) would change anything. */
export function canMove(item: Pick<TranscriptListItem, 'projectId'>, target: ProjectId | null): boolean {
  return item.projectId !== target;
}

/** The items whose title contains a text, ignoring case and accents. */
export function titled<Item extends Pick<TranscriptListItem, 'title'>>(
  items: readonly Item[],
  text: string,
): Item[] {
  const normalizedQuery = normalizeText(text).trim();
  return items.filter(({ title }) => normalizeText(title).includes(normalizedQuery));
}

/** The selection with these ids added or removed. */
export function withSelected(
  selected: ReadonlySet<TranscriptId>,
  ids: readonly TranscriptId[],
  isSelected: boolean,
): ReadonlySet<TranscriptId> {
  const next = new Set(selected);
  for (const id of ids) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** The state of the checkbox that selects several items: all, none, or some of them. */
export function checkedOf(
  selected: ReadonlySet<TranscriptId>,
  ids: readonly TranscriptId[],
): boolean | 'indeterminate' {
  const count = ids.filter((id) => selected.has(id)).length;
  if (count === 0) return false;
  return count === ids.length ? true : 'indeterminate';
}
