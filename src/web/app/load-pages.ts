/** The pages of people who are signed in, by far the most of the script. */
export const loadSignedIn = async () => ({
  default: (await import('#web/routes/signed-in.tsx')).SignedIn,
});

const FOR_SIGNED_IN = /^\/(library|projects|settings|transcript)(\/|$)/;

/** Begins to fetch what a page needs before it is known who is there, where only people who are signed in come to it. */
export function preloadPages(path: string): void {
  if (FOR_SIGNED_IN.test(path)) void loadSignedIn();
}
