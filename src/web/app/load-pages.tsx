import { lazily } from '#web/lib/lazily.tsx';
import { PageLoading } from '#web/ui/spinner.tsx';

/** The pages for signed-in users, which are by far the largest part of the script. */
export const SignedIn = lazily(
  async () => (await import('#web/routes/signed-in.tsx')).SignedIn,
  <PageLoading />,
);

const FOR_SIGNED_IN = /^\/(library|ask|projects|settings|transcript)(\/|$)/;

/** Starts to load the code of a page that is only for signed-in users, even before the session has been checked. */
export function preloadPages(path: string): void {
  if (FOR_SIGNED_IN.test(path)) SignedIn.preload();
}
