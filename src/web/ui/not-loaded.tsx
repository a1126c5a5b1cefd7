import { ApiError } from '#web/lib/api.ts';
import { Button } from './button.tsx';

interface NotLoadedProps {
  /** What is missing: 'The summary'. */
  what: string;
  error: unknown;
  onRetry: () => void;
}

/** Stands where a part of a page could not be loaded: what, why, and a button to try again. */
export function NotLoaded({ what, error, onRetry }: NotLoadedProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="text-quiet">
        {what} could not be loaded. {error instanceof ApiError ? error.said : 'Please check your connection.'}
      </p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
