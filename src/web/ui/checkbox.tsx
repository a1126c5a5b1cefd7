import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';

interface CheckboxProps {
  label: string;
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  /** The id for a separate label element that can be clicked, too. */
  id?: string;
  isDisabled?: boolean;
}

/** A checkbox whose label is read out by screen readers only. */
export function Checkbox({ label, checked, onChange, id, isDisabled = false }: CheckboxProps) {
  return (
    <Radix.Root
      id={id}
      disabled={isDisabled}
      aria-label={label}
      checked={checked}
      onCheckedChange={(next) => onChange(next === true)}
      className="relative grid size-5 shrink-0 place-items-center rounded-md border border-line-strong bg-surface text-on-brand before:absolute before:-inset-2.5 disabled:opacity-40 data-[state=checked]:border-brand data-[state=checked]:bg-brand data-[state=indeterminate]:border-brand data-[state=indeterminate]:bg-brand"
    >
      <Radix.Indicator>
        {checked === 'indeterminate' ? (
          <Minus className="size-3.5" strokeWidth={3} aria-hidden="true" />
        ) : (
          <Check className="size-3.5" strokeWidth={3} aria-hidden="true" />
        )}
      </Radix.Indicator>
    </Radix.Root>
  );
}
