import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { USER_KEY } from './user-key.ts';

const PREFIX = 'tapescript-draft';

export interface Draft {
  text: string;
  /** Takes what was typed, or how it follows from what stands there by then. */
  change: (next: string | ((before: string) => string)) => void;
  /** Ends the keeping: it was saved, or somebody does not want it any more. */
  forget: () => void;
}

/**
 * A text that somebody types, which this tab keeps under a name: it survives a reload and a lost session, and is there again when the
 * same person comes back. `initial` is what stands there before anything is typed. Without a name, or for visitors, nothing is kept.
 */
export function useDraft(name: string | null, initial = ''): Draft {
  const key = useKey(name);
  const [text, setText] = useState(() => read(key) ?? initial);
  const latest = useRef(text);
  return {
    text,
    change: (next) => {
      latest.current = typeof next === 'string' ? next : next(latest.current);
      setText(latest.current);
      write(key, latest.current === initial ? null : latest.current);
    },
    forget: () => write(key, null),
  };
}

/** Whether another text than `initial` was kept under this name when the component appeared: its form opens again by itself. */
export function useHasDraft(name: string, initial = ''): boolean {
  const key = useKey(name);
  return useState(() => (read(key) ?? initial) !== initial)[0];
}

/** The names of people's drafts differ, because another person may sign in in the same tab. */
function useKey(name: string | null): string | null {
  const user = useQueryClient().getQueryData<CurrentUser | null>(USER_KEY);
  return user && name !== null ? `${PREFIX}:${user.id}:${name}` : null;
}

function read(key: string | null): string | null {
  try {
    return key === null ? null : sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Where storage is blocked or full, the text lasts only as long as its field. */
function write(key: string | null, text: string | null): void {
  if (key === null) return;
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // See above.
  }
}
