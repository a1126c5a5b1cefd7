import { type ChangeEvent, type RefObject, useRef, useState } from 'react';
import type { FieldErrors } from './form-errors.ts';

export interface Fields<Name extends string> {
  /** For the form, which holds inputs of these names. */
  form: RefObject<HTMLFormElement | null>;
  values: Record<Name, string>;
  /** Whether something is said beside a field, or was until somebody wrote there. */
  hasErrors: boolean;
  /** Says what is wrong, beside the fields, and leads to the first of them. */
  show(errors: FieldErrors): void;
  /** What an input of this name needs; what was wrong with it is forgotten as soon as somebody writes. */
  field(name: Name): {
    name: Name;
    value: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

/** What is written into the fields of a form, and what is wrong with each. */
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
