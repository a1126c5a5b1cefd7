import { Skeleton } from '#web/ui/spinner.tsx';

export function ChatSkeleton() {
  return (
    <div role="status" className="space-y-3 px-5 py-4 sm:px-6">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-48" />
      <Skeleton className="h-11" />
    </div>
  );
}
