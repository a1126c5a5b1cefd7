import { Check, X } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { isUnauthorized } from '#web/lib/api.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { useSaveOnLeave } from '#web/lib/leaving.ts';
import { Button } from './button.tsx';
import { INPUT_CLASS } from './field.tsx';

interface InlineFormProps {
  /** The label of the input, and the noun for its save button: 'Title', 'title'. */
  label: string;
  saves: string;
  value: string;
  /** The name under which this tab keeps what is typed until it is saved. */
  draft: string;
  maxLength: number;
  schema: z.ZodType<string>;
  placeholder?: string;
  className?: string;
  /** Called with another text, as the schema returns it; the caller closes the form. A promise says whether the server has taken it. */
  onSave: (text: string) => Promise<unknown> | undefined;
  /** Called instead when somebody leaves while the form is open, who can no longer be asked anything. */
  onLeave?: (text: string) => Promise<unknown> | undefined;
  onClose: () => void;
}

/** A text edited in place: Enter, the check mark and leaving save, Escape or the cross cancels. */
export function InlineForm(props: InlineFormProps) {
  const { label, saves, value, maxLength, schema, placeholder, className, onSave, onLeave = onSave } = props;
  const id = useId();
  const { text, change, forget } = useDraft(props.draft, value);
  const isDone = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string | null>(null);

  function save() {
    const checked = schema.safeParse(text);
    if (!checked.success) {
      setError(checked.error.issues[0]?.message ?? 'This value is not allowed.');
      return;
    }
    if (checked.data === value) return close();
    isDone.current = true;
    settle(onSave(checked.data));
  }

  function close() {
    isDone.current = true;
    forget();
    props.onClose();
  }

  /** Somebody who has to sign in first finds the text again. */
  function settle(saving: Promise<unknown> | undefined) {
    if (!saving) return forget();
    saving.then(forget, (error: unknown) => !isUnauthorized(error) && forget());
  }

  // A menu around the form closes at Escape before the form hears of it.
  useEscapeWithin(form, () => {
    isDone.current = true;
    forget();
  });
  useSaveOnLeave(() => {
    const checked = schema.safeParse(text);
    if (!isDone.current && checked.success && checked.data !== value) settle(onLeave(checked.data));
  });

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="flex items-center gap-1">
        <input
          ref={focusAndSelect}
          dir="auto"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          maxLength={maxLength}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            change(event.target.value);
            setError(null);
          }}
          onKeyDown={(event) => {
            if (keyOf(event) !== 'Escape') return;
            // A surrounding dialog must not be closed.
            event.stopPropagation();
            close();
          }}
          className={classNames(INPUT_CLASS, 'min-w-0 flex-1', className)}
        />
        <Button type="submit" variant="ghost" size="icon" aria-label={`Save ${saves}`}>
          <Check aria-hidden="true" />
        </Button>
        <Button variant="ghost" size="icon" aria-label="Cancel editing" onClick={close}>
          <X aria-hidden="true" />
        </Button>
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1.5 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </form>
  );
}

/** Calls `run` for each Escape that is pressed in a form, before anything else takes it. */
function useEscapeWithin(form: RefObject<HTMLFormElement | null>, run: () => void): void {
  const onEscape = useEffectEvent(run);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (keyOf(event) === 'Escape' && form.current?.contains(document.activeElement)) onEscape();
    };
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, [form]);
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
