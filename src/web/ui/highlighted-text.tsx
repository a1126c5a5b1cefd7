import type { ReactNode } from 'react';
import { findMatches } from '#domain/normalize-text.ts';

/** A text with the matches of a query highlighted, ignoring case and accents. */
export function HighlightedText({ text, query }: { text: string; query: string }) {
  const parts: ReactNode[] = [];
  let cursor = 0;
  for (const { start, end } of findMatches(text, query)) {
    parts.push(
      text.slice(cursor, start),
      <mark key={start} className="rounded-xs bg-mark text-mark-ink">
        {text.slice(start, end)}
      </mark>,
    );
    cursor = end;
  }
  return [...parts, text.slice(cursor)];
}
