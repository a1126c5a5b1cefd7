import { ArrowDown, ArrowUp, Check, X } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useEscapeLayer } from '#web/lib/escape-layers.ts';
import { formatCount } from '#web/lib/format.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { languageProps } from '#web/lib/language-props.ts';
import { readBindings } from '#web/player/key-bindings.ts';
import { commandOf, EDITING_COMMANDS, keyName } from '#web/player/key-commands.ts';
import { Button } from '#web/ui/button.tsx';
import type { Doubt } from './doubts.ts';
import { ToolButton } from './tool-button.tsx';
import type { Doubts } from './use-doubts.ts';

interface DoubtBarProps {
  doubts: Doubts;
  /** BCP 47 tag of the text; null if it is not known. */
  language: string | null;
  /** Opens the editor with the word selected. */
  onCorrect: (doubt: Doubt) => void;
}

/** The word to be checked: Enter confirms it, and typing replaces it. */
export function DoubtBar({ doubts, language, onCorrect }: DoubtBarProps) {
  const { current, left, jump, go, confirm, close } = doubts;
  const button = useRef<HTMLButtonElement>(null);
  useEscapeLayer('bar', close);
  useFocusAfterJump(button, jump);

  function correct() {
    // Before the key that is being pressed writes, so that it replaces the word.
    if (current) flushSync(() => onCorrect(current));
  }

  function onKeyDown(event: React.KeyboardEvent) {
    if (keyOf(event) === 'Escape') {
      event.stopPropagation();
      return close();
    }
    // A key that is held would confirm words that nobody has heard.
    if (keyOf(event) === 'Enter' && event.repeat) return event.preventDefault();
    if (keyOf(event) === ' ' && event.ctrlKey) {
      event.preventDefault();
      return doubts.replay();
    }
    if (!writes(event)) return;
    event.stopPropagation();
    correct();
  }

  return (
    <section
      aria-label="Words to check"
      className="mt-2 flex flex-wrap items-center gap-1.5 border-t pt-2.5"
      onKeyDown={onKeyDown}
    >
      <p role="status" className="mr-auto min-w-0 text-sm max-sm:basis-full">
        {current && (
          <>
            <q {...languageProps(current.text, language)} className="font-semibold wrap-anywhere">
              {current.text}
            </q>
            {' · '}
          </>
        )}
        <span className="text-quiet tabular-nums">
          {left === 0 ? 'No words left to check' : `${formatCount(left ?? 0, 'word')} left`}
        </span>
      </p>
      <Button ref={button} size="sm" isIdle={!current} onClick={() => void confirm()}>
        <Check aria-hidden="true" />
        Right
      </Button>
      <Button variant="outline" size="sm" isIdle={!current} onClick={correct}>
        Correct
      </Button>
      <ToolButton label="Previous word to check" onClick={() => go(-1)}>
        <ArrowUp aria-hidden="true" />
      </ToolButton>
      <ToolButton label="Next word to check" onClick={() => go(1)}>
        <ArrowDown aria-hidden="true" />
      </ToolButton>
      <ToolButton label="Stop checking" onClick={close}>
        <X aria-hidden="true" />
      </ToolButton>
    </section>
  );
}

/** Whether a key writes something, and does not go on to another word. */
function writes(event: React.KeyboardEvent): boolean {
  // An input method begins to write.
  if (keyOf(event) === '') return true;
  const name = keyName(event);
  if (name === null || keyOf(event) === ' ') return false;
  const command = commandOf(readBindings(), name);
  if (command && EDITING_COMMANDS.has(command)) return false;
  return event.key.length === 1 || ['Backspace', 'Delete', 'Dead'].includes(event.key);
}

function useFocusAfterJump(button: RefObject<HTMLButtonElement | null>, jump: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each jump.
  useLayoutEffect(() => button.current?.focus({ preventScroll: true }), [button, jump]);
}
