import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { useId } from 'react';
import { classNames } from '#web/lib/class-names.ts';

interface SelectProps<Value extends string> {
  label: string;
  /** Null if nothing is chosen yet. */
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  error?: string | undefined;
  /** Whether the label is only for screen readers. */
  isLabelHidden?: boolean;
  disabled?: boolean;
  className?: string;
}

/** A dropdown of options. Ignores an empty value, which would mean that nothing is chosen. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  placeholder,
  error,
  isLabelHidden = false,
  disabled = false,
  className,
}: SelectProps<Value>) {
  const id = useId();
  if (options.some((option) => option.value === '')) {
    throw new Error('A select option must have a value that is not empty.');
  }
  return (
    <div className={className}>
      <span id={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </span>
      <Radix.Root
        value={value ?? ''}
        disabled={disabled}
        onValueChange={(next) => {
          const option = options.find((candidate) => candidate.value === next);
          if (option) onChange(option.value);
        }}
      >
        <Radix.Trigger
          aria-labelledby={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="flex h-10 w-full items-center justify-between gap-2 rounded-lg border border-line-strong/60 bg-surface px-3 text-sm hover:bg-sunken disabled:opacity-50 aria-invalid:border-danger data-[placeholder]:text-quiet"
        >
          <span className="truncate">
            <Radix.Value placeholder={placeholder} />
          </span>
          <Radix.Icon>
            <ChevronDown className="size-4 text-quiet" aria-hidden="true" />
          </Radix.Icon>
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={6}
            collisionPadding={10}
            className="z-60 max-h-(--radix-select-content-available-height) max-w-[calc(100vw-1.25rem)] min-w-(--radix-select-trigger-width) animate-appear overflow-y-auto rounded-xl bg-surface p-1.5 shadow-float"
          >
            <Radix.Viewport>
              {options.map((option) => (
                <Radix.Item
                  key={option.value}
                  value={option.value}
                  className={classNames(
                    'flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none',
                    'data-[highlighted]:bg-brand-soft data-[highlighted]:text-brand-ink',
                  )}
                >
                  <span className="truncate">
                    <Radix.ItemText>{option.label}</Radix.ItemText>
                  </span>
                  <Radix.ItemIndicator className="ml-auto">
                    <Check className="size-4" aria-hidden="true" />
                  </Radix.ItemIndicator>
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
}
