import { Check, Copy, RotateCcw } from 'lucide-react';
import { type ReactNode, useCallback, useDeferredValue } from 'react';
import type { Mark } from '#domain/citation-marks.ts';
import { AnswerMarkdown } from '#web/citations/answer-markdown.tsx';
import { CitationButton, type Cite } from '#web/citations/citation-button.tsx';
import { spellCitations } from '#web/citations/placeholders.ts';
import { useCopied } from '#web/lib/use-copied.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { ShownMessage } from './conversation.ts';

interface AnswerProps {
  message: ShownMessage;
  onCite: Cite;
  /** Null where it cannot be asked again now. */
  onAskAgain: (() => void) | null;
}

/** An answer in whatever state it is. */
export function Answer({ message, onCite, onAskAgain }: AnswerProps) {
  const { state, outdatedCitations } = message;
  // A long draft is read anew with each piece: what is typed meanwhile comes first.
  const content = useDeferredValue(message.content);
  const renderMark = useMarkRenderer(outdatedCitations, onCite);
  return (
    <div className="pr-4 sm:pr-8">
      <span className="sr-only">Answer: </span>
      <AnswerMarkdown text={content} renderMark={renderMark} />
      {state === 'pending' && (
        <p className="mt-1.5 flex items-center gap-2 text-sm text-quiet">
          <Spinner className="size-4" />
          {content === '' ? 'Thinking…' : 'Writing…'}
        </p>
      )}
      {state === 'stopped' && <p className="mt-1.5 text-sm text-quiet">Stopped</p>}
      {state === 'cut_off' && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-warn-ink">
          The answer broke off here.
          {onAskAgain && (
            <Button variant="outline" size="sm" onClick={onAskAgain}>
              <RotateCcw aria-hidden="true" />
              Ask again
            </Button>
          )}
        </p>
      )}
      {state !== 'pending' && content !== '' && <CopyAnswer answer={message.content} />}
    </div>
  );
}

/** The same function while nothing changes, so that answers are not drawn anew with each piece of the last one. */
function useMarkRenderer(outdated: readonly number[], onCite: Cite): (mark: Mark) => ReactNode {
  const seconds = outdated.join();
  return useCallback(
    (mark: Mark) =>
      mark.kind === 'moment' && (
        <CitationButton
          seconds={mark.seconds}
          onCite={onCite}
          isOutdated={seconds.split(',').includes(String(mark.seconds))}
        />
      ),
    [seconds, onCite],
  );
}

function CopyAnswer({ answer }: { answer: string }) {
  const { copied, copy } = useCopied();
  async function copyText() {
    try {
      await copy(spellCitations(answer));
    } catch {
      toast({
        title: 'Copy failed',
        description: 'Could not copy to clipboard',
        variant: 'destructive',
      });
    }
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      className="mt-1 -ml-2 h-7! px-2! text-xs! text-quiet [&_svg]:size-3.5!"
      aria-label={copied ? undefined : 'Copy answer'}
      onClick={() => void copyText()}
    >
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {copied ? 'Copied!' : 'Copy'}
    </Button>
  );
}
