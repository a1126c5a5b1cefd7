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

const FOR_SIGNED_IN = /^\/($|(library|ask|projects|settings|transcript)(\/|$))/;
const FOR_READERS = /^\/share\//;

/** Starts to load the code of the page at a path, even before the session has been checked. A known visitor needs nothing for signed-in users. */
export function preloadPages(path: string, isVisitor: boolean): void {
  if (FOR_READERS.test(path)) SharedPage.preload();
  else if (!isVisitor && FOR_SIGNED_IN.test(path)) SignedIn.preload();
}
