import { MAX_PROJECT_NAME_LENGTH } from '#contract/limits.ts';
import { Field } from '#web/ui/field.tsx';

interface ProjectNameFieldProps {
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

export function ProjectNameField({ value, error, onChange }: ProjectNameFieldProps) {
  return (
    <Field
      label="Project Name"
      dir="auto"
      autoComplete="off"
      maxLength={MAX_PROJECT_NAME_LENGTH}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
