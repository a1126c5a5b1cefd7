import { SendHorizontal, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { MAX_QUESTION_LENGTH } from '#contract/limits.ts';
import { formatCount } from '#web/lib/format.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { Button } from '#web/ui/button.tsx';

interface ChatInputProps {
  input: RefObject<HTMLTextAreaElement | null>;
  text: string;
  placeholder: string;
  /** The reason why no question can be asked here, or null. */
  refusal: string | null;
  onChange: (text: string) => void;
  /** Whether an answer is being written, so that the next question cannot be sent. */
  pending: boolean;
  /** Whether it cannot be typed either. */
  isLocked: boolean;
  isStopping: boolean;
  onSend: (question: string) => void;
  onStop: () => void;
}

/** From this length on, the number of characters left is shown. */
const NEARLY_FULL = MAX_QUESTION_LENGTH - 400;

/** The input for a question. Enter sends it; Shift+Enter begins a new line. */
export function ChatInput({ input, text, onChange, onSend, onStop, ...state }: ChatInputProps) {
  const { placeholder, refusal, pending, isLocked, isStopping } = state;
  const id = useId();
  const question = text.trim();
  const isTooLong = question.length > MAX_QUESTION_LENGTH;
  const canSend = question !== '' && !isTooLong && !pending && refusal === null;

  function send() {
    if (canSend) onSend(question);
  }

  return (
    <div className="chat-input">
      <div className="flex items-end gap-2">
        <label htmlFor={id} className="sr-only">
          Your question
        </label>
        <textarea
          ref={input}
          id={id}
          dir="auto"
          rows={1}
          value={text}
          placeholder={placeholder}
          disabled={isLocked || refusal !== null}
          aria-invalid={isTooLong || undefined}
          aria-describedby={refusal !== null || question.length > NEARLY_FULL ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            send();
          }}
          className="field-sizing-content max-h-40 min-h-11 w-full min-w-0 flex-1 resize-none rounded-lg border border-line-strong bg-surface px-3 py-2.5 text-ink placeholder:text-quiet disabled:cursor-not-allowed disabled:bg-sunken disabled:text-quiet aria-invalid:border-danger"
        />
        {pending && refusal === null ? (
          <Button
            variant="outline"
            className="h-11"
            isIdle={isStopping}
            // Ignores the second half of a double click on Send, which this button replaces.
            onClick={(event) => event.detail < 2 && onStop()}
          >
            <Square aria-hidden="true" />
            Stop
          </Button>
        ) : (
          <Button className="h-11" isIdle={!canSend} onClick={send}>
            <SendHorizontal aria-hidden="true" />
            Send
          </Button>
        )}
      </div>
      {refusal !== null && (
        <p id={`${id}-note`} className="mt-1.5 text-sm text-quiet">
          {refusal}
        </p>
      )}
      {refusal === null && question.length > NEARLY_FULL && (
        <p
          id={`${id}-note`}
          role={isTooLong ? 'alert' : undefined}
          className={isTooLong ? 'mt-1.5 text-sm text-danger-ink' : 'mt-1.5 text-sm text-quiet'}
        >
          {isTooLong
            ? `A question can have at most ${MAX_QUESTION_LENGTH.toLocaleString('en')} characters. Please shorten this one by ${(question.length - MAX_QUESTION_LENGTH).toLocaleString('en')}.`
            : `${formatCount(MAX_QUESTION_LENGTH - question.length, 'character')} left.`}
        </p>
      )}
    </div>
  );
}

/** Whether Enter was pressed on its own. */
function isSendKey(event: KeyboardEvent): boolean {
  return keyOf(event) === 'Enter' && !event.shiftKey;
}
