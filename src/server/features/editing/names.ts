import type { StoredNames } from './queries.ts';

type Names = Readonly<Record<string, string>>;

/** The labels whose names differ, with both names; null if there are none. */
export function namesChanged({
  before,
  after,
}: StoredNames): { label: string; before: string | null; after: string | null }[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((label) => ({ label, before: nameIn(before, label), after: nameIn(after, label) }))
    .filter((change) => change.before !== change.after);
}

/** The names after changing some of them; null if one of them no longer has the name it had before the change. */
export function changeNames(now: Names, change: StoredNames): Record<string, string> | null {
  const names = new Map(Object.entries(now));
  for (const { label, before, after } of namesChanged(change)) {
    if (nameIn(now, label) !== before) return null;
    if (after === null) names.delete(label);
    else names.set(label, after);
  }
  return Object.fromEntries(names);
}

function nameIn(names: Names, label: string): string | null {
  return Object.hasOwn(names, label) ? (names[label] ?? null) : null;
}
