import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Speaker } from '#domain/speakers.ts';

/** The names of the speakers, always in the same object, so that a new name renders no row again. */
export interface SpeakerNames {
  /** The current name of the speaker with this label; the label itself if unknown. */
  nameOf: (label: string) => string;
}

/**
 * The names of these speakers for the rows of a list. A row renders the name that its speaker has at that moment, in an element with
 * `data-speaker`. A new name is written straight into these elements: thousands of components that wait for it would cost 50 ms.
 */
export function useSpeakerNames(
  list: RefObject<HTMLElement | null>,
  speakers: ReadonlyMap<string, Speaker>,
): SpeakerNames {
  const [names] = useState(() => createNames(speakers));
  useLayoutEffect(() => {
    if (names.set(speakers) && list.current) writeNames(list.current, names);
  }, [names, list, speakers]);
  return names;
}

function createNames(initial: ReadonlyMap<string, Speaker>) {
  let byLabel = namesOf(initial);
  return {
    nameOf: (label: string) => byLabel.get(label) ?? label,
    /** Returns whether a name is another one now. */
    set: (speakers: ReadonlyMap<string, Speaker>): boolean => {
      const before = byLabel;
      byLabel = namesOf(speakers);
      return [...byLabel].some(([label, name]) => before.get(label) !== name);
    },
  };
}

function writeNames(list: HTMLElement, { nameOf }: SpeakerNames): void {
  for (const element of list.querySelectorAll<HTMLElement>('[data-speaker]')) {
    const name = nameOf(element.dataset.speaker ?? '');
    // The text node that React made, which it goes on using.
    const text = element.firstChild;
    if (text && text.nodeValue !== name) text.nodeValue = name;
  }
}

function namesOf(speakers: ReadonlyMap<string, Speaker>): Map<string, string> {
  return new Map([...speakers.values()].map(({ label, name }) => [label, name]));
}
