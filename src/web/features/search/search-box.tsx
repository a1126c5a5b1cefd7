import { Search, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { SEARCH_MAX_LENGTH } from '#contract/limits.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { INPUT_CLASS } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface SearchBoxProps {
  /** Says what is searched, in the empty box and to screen readers. */
  label: string;
  text: string;
  onChange: (text: string) => void;
  isSearching: boolean;
}

/** A box to search in while one types; Escape empties it. */
export function SearchBox({ label, text, onChange, isSearching }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search className="pointer-events-none absolute top-3 left-3 size-5 text-quiet" aria-hidden="true" />
      <input
        ref={input}
        id={id}
        type="search"
        value={text}
        maxLength={SEARCH_MAX_LENGTH}
        placeholder={label}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (keyOf(event) !== 'Escape' || text === '') return;
          event.preventDefault();
          onChange('');
        }}
        className={`${INPUT_CLASS} px-10 [&::-webkit-search-cancel-button]:hidden`}
      />
      {isSearching && <Spinner className="absolute top-3 right-3 text-quiet" />}
      {text !== '' && !isSearching && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
          className="absolute top-1.5 right-1.5 grid size-8 place-items-center rounded-md text-quiet hover:bg-sunken"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
