import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#web/lib/class-names.ts';

export const INPUT_CLASS =
  'h-11 w-full rounded-lg border border-line-strong bg-surface px-3 text-ink placeholder:text-quiet aria-invalid:border-danger';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** A control at the right end inside the input. */
  trailing?: ReactNode;
}

/** A labeled input with its error or hint. */
export function Field({ label, error, hint, trailing, className, ...rest }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className={classNames(INPUT_CLASS, trailing !== undefined && 'pr-12')}
          {...rest}
        />
        {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
      </div>
      {note && (
        <p
          id={`${id}-note`}
          className={classNames('mt-1.5 text-sm', error ? 'text-danger-ink' : 'text-quiet')}
        >
          {note}
        </p>
      )}
    </div>
  );
}
