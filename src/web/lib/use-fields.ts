import { type ChangeEvent, type RefObject, useRef, useState } from 'react';
import type { FieldErrors } from './form-errors.ts';

export interface Fields<Name extends string> {
  /** The ref of the form with inputs of these names. */
  form: RefObject<HTMLFormElement | null>;
  values: Record<Name, string>;
  /** Whether there are errors beside fields, or were until the user typed there. */
  hasErrors: boolean;
  /** Shows errors beside their fields, and focuses the first of these. */
  show(errors: FieldErrors): void;
  /** The props of the input with this name. Its error disappears as soon as the user types. */
  field(name: Name): {
    name: Name;
    value: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

/** The values and errors of a form's fields. */
export function useFields<Name extends string>(initial: Record<Name, string>): Fields<Name> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  return {
    form,
    values,
    hasErrors: Object.keys(errors).length > 0,
    show: (found) => {
      setErrors(found);
      const inputs = Array.from(form.current?.querySelectorAll('input') ?? []);
      inputs.find(({ name }) => found[name])?.focus();
    },
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event) => {
        setValues({ ...values, [name]: event.target.value });
        setErrors({ ...errors, [name]: undefined });
      },
    }),
  };
}
