import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ChooseSeveral } from './choose-several.tsx';
import type { Block, QueueState, UploadQueue } from './queue-parts.ts';
import { choicesOf } from './same-file.ts';
import { withTexts } from './texts.ts';

interface QueueNoticesProps {
  state: QueueState;
  queue: UploadQueue;
  /** Takes entries out, and says what was removed. */
  onRemove: (ids: readonly string[], what: string) => void;
  /** Called after an action whose button disappears. */
  onDone: () => void;
}

/** What people should know about the queue as a whole, and what they can do. */
export function QueueNotices({ state, queue, onRemove, onDone }: QueueNoticesProps) {
  const { hold, looking, told, elsewhere, blocked } = state;
  const asking = countBlocks(blocked, 'ask');
  const missing = countBlocks(blocked, 'missing');
  const choices = choicesOf(state.entries);
  const then = (act: () => unknown) => () => {
    act();
    onDone();
  };
  return (
    <div className="space-y-2 text-sm empty:hidden">
      {hold?.kind === 'trouble' && (
        <Notice role="alert" icon={<CircleAlert className="text-danger-ink" />}>
          {hold.text} {hold.isRetried ? 'The queue waits and goes on by itself.' : 'The queue waits for you.'}
          {hold.isRetried && (
            <Button size="sm" variant="outline" onClick={then(queue.tryAgain)}>
              Try now
            </Button>
          )}
        </Notice>
      )}
      {asking > 0 && (
        <Notice icon={<Info />}>
          {formatCount(asking, 'file')} from before this page was closed: allow them to be read again.
          <Button size="sm" onClick={then(queue.allow)}>
            Allow
          </Button>
        </Notice>
      )}
      {missing > 0 && (
        <Notice icon={<Info />}>
          {formatCount(missing, 'file')} from before this page was closed: choose them or their folder again.
          <ChooseSeveral verb="Choose" />
        </Notice>
      )}
      {choices.length > 1 && (
        <Notice icon={<Info />}>
          {formatCount(choices.length, 'file')} with recordings that you have already, or twice in this queue.
          <Button
            size="sm"
            variant="outline"
            onClick={() => onRemove(withTexts(choices, state.entries), formatCount(choices.length, 'file'))}
          >
            Leave them out
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={then(() => queue.sendAgain(choices.map(({ id }) => id)))}
          >
            Transcribe all once more
          </Button>
        </Notice>
      )}
      {elsewhere > 0 && (
        <Notice icon={<Info />}>{formatCount(elsewhere, 'file')} in another window of yours.</Notice>
      )}
      {looking !== null && (
        <Notice role="status" icon={<Spinner />}>
          Looking for recordings: {formatCount(looking, 'file')} so far
        </Notice>
      )}
      {told !== null && (
        <Notice role="status" icon={<Info />}>
          {told}
          <Button
            size="sm"
            variant="ghost"
            aria-label="Dismiss what was added"
            onClick={then(queue.dismissTold)}
          >
            Dismiss
          </Button>
        </Notice>
      )}
    </div>
  );
}

function Notice(props: { icon: ReactNode; children: ReactNode; role?: 'alert' | 'status' }) {
  return (
    <div role={props.role} className="flex gap-2 text-quiet">
      <span className="mt-0.5 shrink-0 [&_svg]:size-4" aria-hidden="true">
        {props.icon}
      </span>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">{props.children}</div>
    </div>
  );
}

function countBlocks(blocked: ReadonlyMap<string, Block>, block: Block): number {
  return [...blocked.values()].filter((each) => each === block).length;
}
