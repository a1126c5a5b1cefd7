import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type LibraryView, PAGE_SIZES, SORTS, STATUS_FILTERS } from './view.ts';

type PageSize = (typeof PAGE_SIZES)[number];

/** The page, filter and order of the library, stored in the address; only the search text is not. */
export function useLibrary() {
  const [search, setSearch] = useSearchParams();
  const [query, setQuery] = useState('');
  const page = Math.max(1, Math.floor(Number(search.get('page'))) || 1);
  const size = oneOf(PAGE_SIZES, search.get('size')) ?? '20';
  const view: LibraryView = {
    query,
    status: oneOf(valuesOf(STATUS_FILTERS), search.get('status')) ?? 'all',
    sort: oneOf(valuesOf(SORTS), search.get('sort')) ?? 'newest',
  };

  function set(values: Record<string, string | null>): void {
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        for (const [name, value] of Object.entries(values)) {
          if (value === null) changed.delete(name);
          else changed.set(name, value);
        }
        return changed;
      },
      { replace: true },
    );
  }

  return {
    page,
    size,
    view,
    setPage: (next: number) => set({ page: next === 1 ? null : String(next) }),
    setSize: (next: PageSize) => set({ size: next === '20' ? null : next, page: null }),
    setQuery,
    setStatus: (status: LibraryView['status']) => set({ status: status === 'all' ? null : status }),
    setSort: (sort: LibraryView['sort']) => set({ sort: sort === 'newest' ? null : sort }),
    clear: () => {
      setQuery('');
      set({ status: null });
    },
  };
}

function valuesOf<Value extends string>(options: readonly { value: Value }[]): Value[] {
  return options.map(({ value }) => value);
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}
