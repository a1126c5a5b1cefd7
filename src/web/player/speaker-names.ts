import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { Speaker } from '#domain/speakers.ts';

/** Speaker names, kept apart from the rows: a new name renders only where it is shown. */
export interface SpeakerNames {
  /** The name of the speaker with this label; the label itself if unknown. */
  nameOf: (label: string) => string;
  subscribe: (notify: () => void) => () => void;
}

/** The names of these speakers, always in the same object. */
export function useSpeakerNames(speakers: ReadonlyMap<string, Speaker>): SpeakerNames {
  const [names] = useState(() => createNames(speakers));
  useLayoutEffect(() => names.set(speakers), [names, speakers]);
  return names;
}

/** The current name of one speaker. */
export function useSpeakerName({ subscribe, nameOf }: SpeakerNames, label: string): string {
  return useSyncExternalStore(subscribe, () => nameOf(label));
}

function createNames(initial: ReadonlyMap<string, Speaker>) {
  let byLabel = namesOf(initial);
  const watchers = new Set<() => void>();
  return {
    nameOf: (label: string) => byLabel.get(label) ?? label,
    subscribe: (notify: () => void) => {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    set: (speakers: ReadonlyMap<string, Speaker>) => {
      byLabel = namesOf(speakers);
      for (const notify of watchers) notify();
    },
  };
}

function namesOf(speakers: ReadonlyMap<string, Speaker>): Map<string, string> {
  return new Map([...speakers.values()].map(({ label, name }) => [label, name]));
}
