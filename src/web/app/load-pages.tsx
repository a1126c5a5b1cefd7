import { lazily } from '#web/lib/lazily.tsx';
import { PageLoading } from '#web/ui/spinner.tsx';

/** The pages of people who are signed in, by far the most of the script. */
export const SignedIn = lazily(
  async () => (await import('#web/routes/signed-in.tsx')).SignedIn,
  <PageLoading />,
);

const FOR_SIGNED_IN = /^\/(library|projects|settings|transcript)(\/|$)/;

/** Begins to fetch what a page needs before it is known who is there, where only people who are signed in come to it. */
export function preloadPages(path: string): void {
  if (FOR_SIGNED_IN.test(path)) SignedIn.preload();
}
