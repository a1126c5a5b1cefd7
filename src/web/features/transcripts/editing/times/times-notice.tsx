import { Button } from '#web/ui/button.tsx';
import type { Times } from './use-times.ts';

/** Why times were refused or not saved, and what can be done about it. */
export function TimesNotice({ times }: { times: Times }) {
  const { refusal, failure, isGone, hasChanges } = times;
  const gone = isGone
    ? `This passage is no longer in the text.${hasChanges ? ' Your times were not saved.' : ''}`
    : null;
  const text = failure?.message ?? gone ?? refusal;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 has-[[role=alert]:empty]:-mt-2">
      {/* Always there, so that what appears in it is read out. */}
      <p role="alert" className="min-w-0 text-sm font-medium text-danger-ink">
        {text}
      </p>
      {isGone ? (
        <Button variant="outline" size="sm" onClick={times.goThere}>
          Go to the passage there now
        </Button>
      ) : (
        failure?.isConflict && (
          <Button variant="outline" size="sm" onClick={() => void times.retry()}>
            Try again on the current text
          </Button>
        )
      )}
    </div>
  );
}
