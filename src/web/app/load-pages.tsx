import { arrivalPage } from '#contract/arrivals.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { PageLoading } from '#web/ui/spinner.tsx';

/** The pages for signed-in users, which are by far the largest part of the script. */
export const SignedIn = lazily(
  async () => (await import('#web/routes/signed-in.tsx')).SignedIn,
  <PageLoading />,
);

/** The page of a public link. */
export const SharedPage = lazily(
  async () => (await import('#web/routes/shared.tsx')).SharedPage,
  <PageLoading />,
);

/** The page for visitors. */
export const LandingPage = lazily(
  async () => (await import('#web/routes/landing.tsx')).LandingPage,
  <PageLoading />,
);

const ARRIVALS = { 'signed-in': SignedIn, shared: SharedPage, landing: LandingPage };

/** Starts to load the code of the page at a path, even before the session has been checked. */
export function preloadPages(path: string, hasSession: boolean): void {
  const page = arrivalPage(path, hasSession);
  if (page) ARRIVALS[page].preload();
}
