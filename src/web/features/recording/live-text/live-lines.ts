import type { LiveText } from '#contract/live-text.ts';

type Words = Extract<LiveText, { type: 'text' }>;

/** What was heard so far. */
export interface LiveLines {
  /** Will not change any more. */
  final: readonly { key: string; text: string }[];
  /** What is being said. */
  open: string;
}

export const NO_LINES: LiveLines = { final: [], open: '' };

/** The lines with a message taken in. What is open is always the last: any message takes its place. `session` tells connections apart, as each begins at 0. */
export function withWords({ final }: LiveLines, words: Words, session: number): LiveLines {
  const text = words.text.trim();
  if (!words.isFinal) return { final, open: text };
  if (text === '') return { final, open: '' };
  return { final: [...final, { key: `${session}:${words.startMs}`, text }], open: '' };
}

/** The same when nothing more comes: what was being said stands as it is. */
export function withoutOpen({ final, open }: LiveLines, session: number): LiveLines {
  return open === ''
    ? { final, open }
    : { final: [...final, { key: `${session}:end`, text: open }], open: '' };
}
