import { MessagesSquare } from 'lucide-react';
import { useRef } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { useStickToEnd } from '#web/lib/use-stick-to-end.ts';
import { Answer } from './answer.tsx';
import type { ChatStyle } from './chat.ts';
import { isPending, isUnsent, lastId, questionOf, type ShownMessage } from './conversation.ts';

interface ChatLogProps<Message extends ShownMessage> {
  messages: readonly Message[];
  style: ChatStyle<Message>;
  /** Null if the user may not ask. */
  onAskAgain: ((question: string) => void) | null;
}

/** Questions and answers, scrolled to the last ones. */
export function ChatLog<Message extends ShownMessage>({
  messages,
  style,
  onAskAgain,
}: ChatLogProps<Message>) {
  const box = useRef<HTMLDivElement>(null);
  const pending = isPending(messages);
  // A new question scrolls to its answer, wherever the user was reading.
  useStickToEnd(box, messages, pending ? lastId(messages) : null);
  return (
    <>
      <div
        ref={box}
        role="log"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the arrow keys.
        tabIndex={0}
        className={classNames(
          'min-h-48 space-y-4 overflow-y-auto overscroll-contain rounded-xl bg-canvas p-3.5',
          style.logClass,
        )}
      >
        {messages.length === 0 && <NothingYet {...style.nothingYet} />}
        {messages.map((message, index) =>
          message.role === 'user' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a message keeps its index, but its id changes once it is stored.
            <Question key={index} message={message} next={messages[index + 1]} style={style} />
          ) : (
            // Not live while it is being written, because every piece would be read out; the new key then inserts it as a whole.
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              key={`${index} ${message.state === 'pending'}`}
              aria-live={message.state === 'pending' ? 'off' : undefined}
            >
              <Answer
                message={message}
                style={style}
                onAskAgain={againOf(messages, message, pending, onAskAgain)}
              />
            </div>
          ),
        )}
      </div>
      <p role="status" className="sr-only">
        {pending && 'The answer is being written.'}
      </p>
    </>
  );
}

/** A callback that asks an answer's question again, or null while that is not possible. */
function againOf<Message extends ShownMessage>(
  messages: readonly Message[],
  answer: Message,
  pending: boolean,
  onAskAgain: ChatLogProps<Message>['onAskAgain'],
): (() => void) | null {
  const question = questionOf(messages, answer);
  return question === null || pending || !onAskAgain ? null : () => onAskAgain(question);
}

function Question<Message extends ShownMessage>({
  message,
  next,
  style,
}: {
  message: Message;
  next: Message | undefined;
  style: ChatStyle<Message>;
}) {
  const isSending = isUnsent(message) && next?.state === 'pending' && next.content === '';
  const note = style.renderNote?.(message, isSending);
  return (
    <div className="flex flex-col items-end pl-8">
      <p
        dir="auto"
        className="rounded-2xl rounded-br-md bg-brand-soft px-3.5 py-2 wrap-anywhere whitespace-pre-wrap text-brand-ink"
      >
        <span className="sr-only">{style.nameAsker(message)}: </span>
        {message.content}
      </p>
      {note && <div className="mt-1 text-xs/5 text-quiet">{note}</div>}
    </div>
  );
}

function NothingYet({ title, hint }: ChatStyle<ShownMessage>['nothingYet']) {
  return (
    <div className="flex min-h-40 flex-col items-center justify-center gap-1.5 text-center text-sm text-quiet">
      <MessagesSquare className="size-6" aria-hidden="true" />
      <p className="font-semibold text-ink">{title}</p>
      <p>{hint}</p>
    </div>
  );
}
