import type { LiveText } from '#contract/live-text.ts';

type Words = Extract<LiveText, { type: 'text' }>;

/** A line of the text so far. */
export interface LiveLines {
  /** Will not change any more. */
  final: readonly { key: string; text: string }[];
  /** The line still being spoken. */
  open: string;
}

export const NO_LINES: LiveLines = { final: [], open: '' };

/** The lines after a message. Only the last line can be open: any message replaces it. `session` tells connections apart, because each starts at 0. */
export function addLiveWords({ final }: LiveLines, words: Words, session: number): LiveLines {
  const text = words.text.trim();
  if (!words.isFinal) return { final, open: text };
  if (text === '') return { final, open: '' };
  return { final: [...final, { key: `${session}:${words.startMs}`, text }], open: '' };
}

/** The lines when nothing more will arrive: the open line becomes final. */
export function withoutOpen({ final, open }: LiveLines, session: number): LiveLines {
  return open === ''
    ? { final, open }
    : { final: [...final, { key: `${session}:end`, text: open }], open: '' };
}
