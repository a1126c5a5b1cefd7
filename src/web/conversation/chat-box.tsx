import { type ReactNode, useRef, useState } from 'react';
import { MAX_SUGGESTIONS } from '#contract/limits.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { focusQuietly, useFirstFocus, useKeptFocus } from '#web/lib/focus.ts';
import type { Chat, ChatStyle } from './chat.ts';
import { ChatInput } from './chat-input.tsx';
import { ChatLog } from './chat-log.tsx';
import { isPending, type ShownMessage, withReturned } from './conversation.ts';

interface ChatBoxProps<Message extends ShownMessage> {
  chat: Chat<Message>;
  style: ChatStyle<Message>;
  /** The reason why no question can be asked here, or null. */
  refusal?: string | null;
  /** Whether the next question can be typed while an answer is being written. */
  canTypeAhead?: boolean;
  /** A question to begin with, ready to be sent: its field has the focus. */
  initialText?: string;
  /** The name under which this tab keeps a question until it is sent; null: it is not kept. */
  draft?: string | null;
  /** Shown below the input: who answers, and what is stored. */
  children: ReactNode;
}

/** A conversation and the input for the next question. */
export function ChatBox<Message extends ShownMessage>({
  chat,
  style,
  refusal = null,
  canTypeAhead = true,
  initialText = '',
  draft = null,
  children,
}: ChatBoxProps<Message>) {
  const { text, change: setText } = useDraft(draft, initialText);
  const [used, setUsed] = useState<readonly string[]>([]);
  const input = useRef<HTMLTextAreaElement>(null);
  useFirstFocus(input, initialText !== '');
  const pending = isPending(chat.messages);
  const isLocked = pending && !canTypeAhead;
  const [asked, setAsked] = useState(0);
  // A message whose button has the focus may disappear, and a disabled input loses the focus.
  useKeptFocus(input, `${chat.messages.length === 0} ${asked}`);

  const suggestions = [...new Set(chat.suggestions)]
    .slice(0, MAX_SUGGESTIONS)
    .filter((suggestion) => !used.includes(suggestion));

  async function ask(question: string) {
    if (pending) return;
    const isAsked = await chat.ask(question);
    if (!isAsked) setText((typed) => withReturned(question, typed));
    setAsked((count) => count + 1);
  }

  return (
    <div className="space-y-3 px-5 py-4 sm:px-6">
      <ChatLog
        messages={chat.messages}
        style={style}
        onAskAgain={refusal === null ? (question) => void ask(question) : null}
      />
      {!pending && refusal === null && suggestions.length > 0 && (
        <ul aria-label="Suggested questions" className="flex flex-wrap gap-1.5">
          {suggestions.map((suggestion) => (
            <li key={suggestion} className="max-w-full">
              <button
                type="button"
                dir="auto"
                title={suggestion}
                onClick={() => {
                  setText(suggestion);
                  setUsed([...used, suggestion]);
                  focusQuietly(input.current);
                }}
                className="max-w-full truncate rounded-full border border-line-strong/60 px-3 py-1 text-sm hover:bg-sunken"
              >
                {suggestion}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ChatInput
        input={input}
        text={text}
        placeholder={style.placeholder}
        refusal={refusal}
        onChange={setText}
        pending={pending}
        isLocked={isLocked}
        isStopping={chat.isStopping}
        onSend={(question) => {
          setText('');
          void ask(question);
        }}
        onStop={chat.stop}
      />
      {children}
    </div>
  );
}
