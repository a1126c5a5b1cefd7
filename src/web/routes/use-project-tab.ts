import { useSearchParam } from '#web/lib/use-search-param.ts';

const NAME = 'tab';
export const PROJECT_TABS = ['transcripts', 'articles', 'chat'] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

/** The open tab of a project and a setter. It is stored in the address, so that it survives a reload; the first tab is left out. */
export function useProjectTab(): [ProjectTab, (tab: ProjectTab) => void] {
  const [chosen, choose] = useSearchParam(NAME);
  return [
    PROJECT_TABS.find((tab) => tab === chosen) ?? 'transcripts',
    (tab) => choose(tab === 'transcripts' ? null : tab),
  ];
}
