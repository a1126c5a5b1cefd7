import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';

/** A field for a password, with a button that shows it. */
export function PasswordField({ label, ...rest }: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  const name = label.toLowerCase();
  return (
    <Field
      {...rest}
      label={label}
      type={shown ? 'text' : 'password'}
      trailing={
        <Button
          variant="ghost"
          size="icon"
          className="size-9! text-quiet"
          aria-label={shown ? `Hide ${name}` : `Show ${name}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </Button>
      }
    />
  );
}
