import { useState } from 'react';
import { SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import { SEARCH_PARAM } from '#web/lib/paths.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';

const DEBOUNCE_MS = 300;

/** What is typed; until then, what the address asks for. `query` is what to look for, '' while that is too short. */
export function useSearchText(): { text: string; setText: (text: string) => void; query: string } {
  const [asked, setAsked] = useSearchParam(SEARCH_PARAM);
  const [typed, setTyped] = useState('');
  const text = (asked ?? typed).slice(0, SEARCH_MAX_LENGTH);
  const trimmed = text.trim();
  const rested = useDebounced(trimmed, DEBOUNCE_MS);
  return {
    text,
    setText: (next) => {
      setTyped(next);
      if (asked !== null) setAsked(null);
    },
    // An emptied box takes effect without delay.
    query: trimmed.length >= SEARCH_MIN_LENGTH && rested.length >= SEARCH_MIN_LENGTH ? rested : '',
  };
}
