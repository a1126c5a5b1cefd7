import { Check, Copy, RotateCcw } from 'lucide-react';
import { useCallback, useDeferredValue } from 'react';
import type { Mark } from '#domain/citation-marks.ts';
import { AnswerMarkdown } from '#web/citations/answer-markdown.tsx';
import { useCopied } from '#web/lib/use-copied.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { ChatStyle } from './chat.ts';
import type { ShownMessage } from './conversation.ts';

interface AnswerProps<Message extends ShownMessage> {
  message: Message;
  style: ChatStyle<Message>;
  /** Asks the same question again; null while that is not possible. */
  onAskAgain: (() => void) | null;
}

/** An answer in any state, from pending to complete, stopped or cut off. */
export function Answer<Message extends ShownMessage>({ message, style, onAskAgain }: AnswerProps<Message>) {
  const { state } = message;
  const { renderMark } = style;
  // A long draft is parsed again with each piece, so typing takes precedence.
  const shown = useDeferredValue(message);
  // Stays the same function while the message stays the same, so that a new piece of the last answer does not render the others again.
  const renderItsMark = useCallback((mark: Mark) => renderMark(mark, shown), [renderMark, shown]);
  return (
    <div className="pr-4 sm:pr-8">
      <span className="sr-only">Answer: </span>
      <AnswerMarkdown text={shown.content} renderMark={renderItsMark} />
      {state === 'pending' && (
        <p className="mt-1.5 flex items-center gap-2 text-sm text-quiet">
          <Spinner className="size-4" />
          {shown.content === '' ? style.thinking : 'Writing…'}
        </p>
      )}
      {state === 'stopped' && <p className="mt-1.5 text-sm text-quiet">Stopped</p>}
      {state === 'cut_off' && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-warn-ink">
          The answer was cut off here.
          {onAskAgain && (
            <Button variant="outline" size="sm" onClick={onAskAgain}>
              <RotateCcw aria-hidden="true" />
              Ask again
            </Button>
          )}
        </p>
      )}
      {state !== 'pending' && (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 text-xs/5 text-quiet empty:hidden">
          {shown.content !== '' && <CopyAnswer message={message} style={style} />}
          {style.renderNote?.(message, false)}
        </div>
      )}
    </div>
  );
}

function CopyAnswer<Message extends ShownMessage>({
  message,
  style,
}: Pick<AnswerProps<Message>, 'message' | 'style'>) {
  const { copied, copy } = useCopied();
  async function copyText() {
    try {
      await copy(style.spell(message));
    } catch {
      toast({ ...style.copyFailure, variant: 'destructive' });
    }
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-2 h-7! px-2! text-xs! text-quiet [&_svg]:size-3.5!"
      aria-label={copied ? undefined : 'Copy answer'}
      onClick={() => void copyText()}
    >
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {copied ? 'Copied!' : 'Copy'}
    </Button>
  );
}
