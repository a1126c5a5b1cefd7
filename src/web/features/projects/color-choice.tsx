import { Check } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import { colorsFor } from './palette.ts';

interface ColorChoiceProps {
  /** The project's current color, which stays among the choices. */
  present: string;
  value: string;
  onChange: (color: string) => void;
}

/** Radio buttons for the colors of the palette and the project's current color. */
export function ColorChoice({ present, value, onChange }: ColorChoiceProps) {
  const id = useId();
  return (
    <div>
      <span id={id} className="mb-2 block text-sm font-medium">
        Color
      </span>
      <RadioGroup.Root
        aria-labelledby={id}
        value={value}
        onValueChange={onChange}
        className="grid w-fit grid-cols-5 gap-x-2 gap-y-2.5 sm:grid-cols-10"
      >
        {colorsFor(present).map((color) => (
          <RadioGroup.Item
            key={color.value}
            value={color.value}
            aria-label={color.name}
            title={color.name}
            style={{ backgroundColor: color.value }}
            className="grid size-8 place-items-center rounded-full text-white ring-offset-2 ring-offset-surface focus-visible:outline-offset-5 data-[state=checked]:ring-2 data-[state=checked]:ring-ink"
          >
            <RadioGroup.Indicator>
              <Check className="size-4.5 drop-shadow-[0_0_1.5px_#000]" strokeWidth={3} aria-hidden="true" />
            </RadioGroup.Indicator>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
