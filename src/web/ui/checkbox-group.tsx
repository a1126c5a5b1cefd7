import { useId } from 'react';
import { Checkbox } from './checkbox.tsx';

interface CheckboxGroupProps<Value extends string> {
  legend: string;
  options: readonly Value[];
  names: Readonly<Record<Value, string>>;
  chosen: readonly Value[];
  error: string | undefined;
  /** Two options stand beside each other where there is room. */
  isWide?: boolean;
  onChange: (chosen: readonly Value[]) => void;
}

/** Checkboxes of which several may be chosen, with the reason why the choice was not taken. */
export function CheckboxGroup<Value extends string>({
  legend,
  options,
  names,
  chosen,
  error,
  isWide = false,
  onChange,
}: CheckboxGroupProps<Value>) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div className={`grid gap-y-2.5 ${isWide ? 'gap-x-4 sm:grid-cols-2' : ''}`}>
        {options.map((option) => (
          <div key={option} className="flex items-center gap-2.5">
            <Checkbox
              id={`${id}-${option}`}
              label={names[option]}
              checked={chosen.includes(option)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosen, option] : chosen.filter((each) => each !== option))
              }
            />
            <label htmlFor={`${id}-${option}`} className="text-sm">
              {names[option]}
            </label>
          </div>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-2 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}
