import { useSearchParams } from 'wouter';

const NAME = 'tab';
export const PROJECT_TABS = ['transcripts', 'articles', 'chat'] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

/** The open tab of a project and a setter. It is stored in the address, so that it survives a reload; the first tab is left out. */
export function useProjectTab(): [ProjectTab, (tab: ProjectTab) => void] {
  const [search, setSearch] = useSearchParams();
  return [
    PROJECT_TABS.find((tab) => tab === search.get(NAME)) ?? 'transcripts',
    (tab) =>
      setSearch(
        (current) => {
          const changed = new URLSearchParams(current);
          if (tab === 'transcripts') changed.delete(NAME);
          else changed.set(NAME, tab);
          return changed;
        },
        // Switching tabs adds no step to the browser's history.
        { replace: true },
      ),
  ];
}
