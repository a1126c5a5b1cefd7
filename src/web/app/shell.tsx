import type { ReactNode } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** What surrounds every page. */
export function Shell({ user, children }: { user: CurrentUser | null; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60 focus:rounded-lg focus:bg-surface focus:px-4 focus:py-2 focus:shadow-float"
      >
        Skip to content
      </a>
      <Header user={user} />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
