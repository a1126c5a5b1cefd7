import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { formatCount } from '#web/lib/format.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { Button } from './button.tsx';
import { INPUT_CLASS } from './field.tsx';
import { ListOption } from './list-option.tsx';
import { Spinner } from './spinner.tsx';

export interface Suggestion {
  id: string;
  title: string;
  hint: string;
  picture: ReactNode;
}

interface SearchComboboxProps {
  label: string;
  placeholder: string;
  text: string;
  maxLength: number;
  /** Suggestions for the typed text. */
  suggestions: readonly Suggestion[];
  /** Whether a search is in progress. */
  isSearching: boolean;
  disabled?: boolean;
  onText: (text: string) => void;
  onChoose: (id: string) => void;
  onSearch: () => void;
}

/** A search box with suggestions below it: the arrow keys choose one, Enter accepts it or searches, Escape closes the list. */
export function SearchCombobox(props: SearchComboboxProps) {
  const { label, placeholder, text, maxLength, suggestions, isSearching, disabled = false } = props;
  const id = useId();
  const [isTyping, setTyping] = useState(false);
  const [active, setActive] = useState(-1);
  const isOpen = isTyping && suggestions.length > 0 && !disabled;
  const chosen = isOpen ? suggestions[active] : undefined;

  function close() {
    setTyping(false);
    setActive(-1);
  }

  function choose(suggestion: Suggestion) {
    close();
    props.onChoose(suggestion.id);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = keyOf(event) === 'ArrowDown' ? 1 : keyOf(event) === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && suggestions.length > 0) {
      event.preventDefault();
      setTyping(true);
      // One more position than suggestions: the box itself.
      const places = suggestions.length + 1;
      setActive((before) => ((before + 1 + step + places) % places) - 1);
    } else if (keyOf(event) === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    } else if (keyOf(event) === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    }
  }

  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        close();
        if (text.trim() !== '') props.onSearch();
      }}
    >
      <div className="relative min-w-0 flex-1">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Search className="pointer-events-none absolute top-3 left-3 size-5 text-quiet" aria-hidden="true" />
        <input
          id={id}
          type="search"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? `${id}-${active}` : undefined}
          autoComplete="off"
          value={text}
          maxLength={maxLength}
          placeholder={placeholder}
          disabled={disabled}
          onChange={(event) => {
            props.onText(event.target.value);
            setTyping(true);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
          className={`${INPUT_CLASS} pr-3 pl-10 disabled:opacity-60`}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Suggestions"
          hidden={!isOpen}
          className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-88 overflow-y-auto rounded-xl bg-surface p-1.5 shadow-float"
        >
          {isOpen &&
            suggestions.map((suggestion, index) => (
              <ListOption
                key={suggestion.id}
                id={`${id}-${index}`}
                isChosen={index === active}
                onChoose={() => choose(suggestion)}
                className="p-2"
              >
                {suggestion.picture}
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate text-sm font-medium">
                    {suggestion.title}
                  </span>
                  <span dir="auto" className="block truncate text-xs text-quiet">
                    {suggestion.hint}
                  </span>
                </span>
              </ListOption>
            ))}
        </div>
        <p role="status" className="sr-only">
          {isOpen ? `${formatCount(suggestions.length, 'suggestion')}, arrow down to choose` : ''}
        </p>
      </div>
      <Button
        type="submit"
        className="h-11! max-sm:px-3"
        aria-label="Search"
        disabled={disabled || text.trim() === ''}
      >
        {isSearching ? <Spinner /> : <Search aria-hidden="true" />}
        <span className="max-sm:hidden">Search</span>
      </Button>
    </form>
  );
}
