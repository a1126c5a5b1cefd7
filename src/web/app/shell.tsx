import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { CurrentUser } from '#contract/auth.ts';
import { classNames } from '#web/lib/class-names.ts';
import { endFirstLookSoon } from '#web/lib/first-look.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { useTypingMark } from '#web/lib/page-marks.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** The frame around every page: skip link, header and footer. Signed-in people have the footer in the workspace only. */
export function Shell({ user, children }: { user: CurrentUser | null; children: ReactNode }) {
  const [path] = useLocation();
  const hasFooter = user === null || path === '/';
  const content = useRef<HTMLElement>(null);
  useNewPage(content);
  useTypingMark();
  useEffect(endFirstLookSoon, []);
  return (
    <div className="flex min-h-[calc(100dvh-var(--docked))] flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60 focus:rounded-lg focus:bg-surface focus:px-4 focus:py-2 focus:shadow-float"
      >
        Skip to content
      </a>
      <Header user={user} />
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        // The footer begins below the first screen, so that a page that fills while it loads does not push it down in sight.
        className={classNames('flex-1 outline-none', hasFooter ? 'min-h-dvh' : 'pb-16')}
      >
        {children}
      </main>
      {hasFooter && <Footer />}
    </div>
  );
}

/** Scrolls a new page to its top, and moves the focus before its first control. The first page is left to the browser. */
function useNewPage(content: React.RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    scrollTo(0, 0);
    focusQuietly(content.current);
  }, [path, content]);
}
