import { Check, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { z } from 'zod';
import { classNames } from '#web/lib/class-names.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { Button } from './button.tsx';
import { INPUT_CLASS } from './field.tsx';

interface InlineFormProps {
  /** The label of the input, and the noun for its save button: 'Title', 'title'. */
  label: string;
  saves: string;
  value: string;
  maxLength: number;
  schema: z.ZodType<string>;
  placeholder?: string;
  className?: string;
  /** Called with another text, as the schema returns it; the caller closes the form. */
  onSave: (text: string) => void;
  onClose: () => void;
}

/** A text edited in place: Enter or the check mark saves, Escape or the cross cancels. */
export function InlineForm(props: InlineFormProps) {
  const { label, saves, value, maxLength, schema, placeholder, className, onSave, onClose } = props;
  const id = useId();
  const [text, setText] = useState(value);
  const [error, setError] = useState<string | null>(null);

  function save() {
    const checked = schema.safeParse(text);
    if (!checked.success) {
      setError(checked.error.issues[0]?.message ?? 'This value is not allowed.');
      return;
    }
    if (checked.data === value) onClose();
    else onSave(checked.data);
  }

  return (
    <form
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
            setText(event.target.value);
            setError(null);
          }}
          onKeyDown={(event) => {
            if (keyOf(event) !== 'Escape') return;
            // A surrounding dialog must not be closed.
            event.stopPropagation();
            onClose();
          }}
          className={classNames(INPUT_CLASS, 'min-w-0 flex-1', className)}
        />
        <Button type="submit" variant="ghost" size="icon" aria-label={`Save ${saves}`}>
          <Check aria-hidden="true" />
        </Button>
        <Button variant="ghost" size="icon" aria-label="Cancel editing" onClick={onClose}>
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

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
