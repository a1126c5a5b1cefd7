import type { LiveText } from '#contract/live-text.ts';

type Words = Extract<LiveText, { type: 'text' }>;

/** A line of the text so far. Connections are numbered in their order, and each has times of its own. */
export interface LiveLine {
  session: number;
  startMs: number;
  text: string;
  /** Will not change any more. */
  isFinal: boolean;
}

/** In the order in which they were said. */
export type LiveLines = readonly LiveLine[];

/** The lines after a message, which replaces what its connection was not sure of. A late one goes where it belongs, before the lines of later connections. */
export function addLiveWords(lines: LiveLines, words: Words, session: number): LiveLines {
  const { startMs, isFinal } = words;
  const kept = lines.filter((line) => line.session !== session || (line.isFinal && line.startMs !== startMs));
  const text = words.text.trim();
  if (text === '') return kept;
  const after = kept.findLastIndex(
    (line) => line.session < session || (line.session === session && line.startMs < startMs),
  );
  return kept.toSpliced(after + 1, 0, { session, startMs, text, isFinal });
}

/** The lines when nothing more is expected: open ones become final. */
export function withoutOpen(lines: LiveLines): LiveLines {
  return lines.map((line) => (line.isFinal ? line : { ...line, isFinal: true }));
}
