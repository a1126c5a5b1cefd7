import { describe, expect, it } from 'vitest';
import { MAX_TRANSCRIPT_LENGTH } from '#contract/limits.ts';
import { WITH_TEXT } from '#tests/support/domain-work.ts';
import { growthOf, isAboutLinear } from '#tests/support/growth.ts';
import { type LargeText, largeText, TEXT_FORMS } from '#tests/support/large-texts.ts';

// No time is asserted, only that twice the text is about twice the work: whatever takes the square of it would stop the server at the
// largest text that limits allow, and is found at a small part of that, which all functions and forms together have time for.

/** What a square would make slow at the largest text, it makes slow enough here. */
const LENGTH = MAX_TRANSCRIPT_LENGTH / 20;

describe.each(TEXT_FORMS)('on a text of $name', (form) => {
  const made = new Map<number, LargeText>();
  const textOf = (length: number) => {
    const large = made.get(length) ?? largeText(form, length);
    made.set(length, large);
    return large;
  };

  it.each(Object.entries(WITH_TEXT))('%s does work that grows with the text', (_, uses) => {
    const works = typeof uses === 'function' ? { '': uses } : uses;
    for (const [use, work] of Object.entries(works)) {
      const ratio = growthOf((length) => work(textOf(length)), LENGTH);
      expect(ratio, use).toSatisfy(isAboutLinear);
    }
  });
});
