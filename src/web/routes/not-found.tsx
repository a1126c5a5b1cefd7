import { Link, useLocation, useSearch } from 'wouter';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { loginPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';

export function NotFoundPage({ signedIn }: { signedIn: boolean }) {
  const [path] = useLocation();
  const search = useSearch();
  useDocumentTitle('404 Page Not Found');
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-4 py-24 text-center">
      <p className="text-6xl font-semibold tracking-tighter text-line-strong tabular-nums" aria-hidden="true">
        404
      </p>
      <h1 className="mt-4 text-2xl font-semibold">404 Page Not Found</h1>
      <p className="mt-2 text-quiet">
        {signedIn
          ? 'There is nothing at this address. It may have been moved or deleted.'
          : 'There is nothing at this address for people who are not signed in. If it is yours, sign in and you will come back here.'}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {!signedIn && (
          <Button asChild>
            <a href={loginPath(search ? `${path}?${search}` : path)}>Sign in</a>
          </Button>
        )}
        <Button asChild variant={signedIn ? 'default' : 'outline'}>
          <Link href="/">Go Home</Link>
        </Button>
      </div>
    </div>
  );
}
