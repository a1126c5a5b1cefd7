import { useCallback, useRef, useState } from 'react';
import type { OpenedArticle } from '#web/features/articles/open-article.ts';
import type { CitedArticle } from '#web/features/collection-chat/cited-article.ts';
import { focusQuietly, isTyping } from '#web/lib/focus.ts';
import type { ProjectTab } from './use-project-tab.ts';

/** From the specification: by then, the tab is laid out again. */
const RETURN_DELAY_MS = 100;

/** Where the user was before following a citation. */
interface Origin {
  tab: ProjectTab;
  from: HTMLElement;
  pageTop: number;
  log: Element | null;
  logTop: number;
}

/** The open article. After following a citation, closing the article returns to the citation. */
export function useArticleReading(tab: ProjectTab, setTab: (tab: ProjectTab) => void) {
  const [reading, setReading] = useState<OpenedArticle | null>(null);
  const origin = useRef<Origin | null>(null);
  const place = useRef({ tab, setTab });
  place.current = { tab, setTab };

  const cite = useCallback((cited: CitedArticle, from: HTMLElement) => {
    const log = from.closest('[role="log"]');
    origin.current = {
      tab: place.current.tab,
      from,
      pageTop: scrollY,
      log,
      logTop: log?.scrollTop ?? 0,
    };
    place.current.setTab('articles');
    setReading(cited);
  }, []);

  function close() {
    setReading(null);
    const back = origin.current;
    origin.current = null;
    if (!back) return;
    setTab(back.tab);
    setTimeout(() => goBack(back), RETURN_DELAY_MS);
  }

  return { reading, read: setReading, cite, close };
}

function goBack({ from, pageTop, log, logTop }: Origin): void {
  // Whoever types elsewhere by now goes on there.
  if (!isTyping()) focusQuietly(from);
  if (log) log.scrollTop = logTop;
  // Instantly, even if the page scrolls smoothly elsewhere.
  scrollTo({ top: pageTop, behavior: 'instant' });
}
