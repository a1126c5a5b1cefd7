import { CircleAlert, LogIn, RefreshCw } from 'lucide-react';
import { ApiError, isUnauthorized } from '#web/lib/api.ts';
import { loginPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';

const FAILED = 'Failed to load episodes';

/** States why the episodes could not be loaded, and what to do. */
export function EpisodesFailure({ error }: { error: unknown }) {
  if (isUnauthorized(error)) {
    return (
      <div role="alert">
        <EmptyState icon={<LogIn />} title="Please log in to view podcast episodes">
          <Button asChild className="mt-3">
            <a href={loginPath(`${location.pathname}${location.search}`)}>Log In</a>
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <div role="alert">
      <EmptyState icon={<CircleAlert />} title={FAILED}>
        <p>{reasonOf(error)}</p>
        <Button variant="outline" className="mt-3" onClick={() => location.reload()}>
          <RefreshCw aria-hidden="true" />
          Refresh Page
        </Button>
      </EmptyState>
    </div>
  );
}

/** The server's message, without the words that the heading already says. */
function reasonOf(error: unknown): string {
  const message = error instanceof ApiError ? error.userMessage : 'Please check your connection.';
  const reason = message?.startsWith(`${FAILED}: `) ? message.slice(FAILED.length + 2) : (message ?? '');
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
