import { type ComponentProps, useId } from 'react';
import { classNames } from '#web/lib/class-names.ts';

interface TextAreaFieldProps extends ComponentProps<'textarea'> {
  label: string;
  error?: string | undefined;
}

/** A labeled multi-line text field with its error below it. */
export function TextAreaField({ label, error, className, ...rest }: TextAreaFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={classNames(
          'field-sizing-content max-h-48 min-h-20 w-full resize-none rounded-lg border border-line-strong',
          'bg-surface px-3 py-2.5 text-ink placeholder:text-quiet aria-invalid:border-danger',
        )}
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
}
