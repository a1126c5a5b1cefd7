import { ApiError } from '#web/lib/api.ts';
import { Button } from './button.tsx';

interface NotLoadedProps {
  /** What could not be loaded: 'The summary'. */
  what: string;
  error: unknown;
  onRetry: () => void;
}

/** Shown in place of a part of a page that could not be loaded, with the reason and a button to try again. */
export function NotLoaded({ what, error, onRetry }: NotLoadedProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="text-quiet">
        {what} could not be loaded.{' '}
        {error instanceof ApiError ? error.userMessage : 'Please check your connection.'}
      </p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
