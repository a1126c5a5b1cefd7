import { MAX_SPEAKERS } from '#contract/limits.ts';
import { Select } from '#web/ui/select.tsx';

const AUTOMATIC = 'automatic';
const COUNTS = [
  { value: AUTOMATIC, label: 'Automatic' },
  ...Array.from({ length: MAX_SPEAKERS }, (_, index) => ({
    value: String(index + 1),
    label: String(index + 1),
  })),
];

interface SpeakerCountSelectProps {
  /** Null: that is found out. */
  count: number | null;
  onChange: (count: number | null) => void;
  disabled?: boolean;
}

/** Lets people say how many speak, if they know. */
export function SpeakerCountSelect({ count, onChange, disabled = false }: SpeakerCountSelectProps) {
  return (
    <Select
      label="How many people speak"
      value={count === null ? AUTOMATIC : String(count)}
      options={COUNTS}
      onChange={(chosen) => onChange(chosen === AUTOMATIC ? null : Number(chosen))}
      disabled={disabled}
      className="max-w-xs"
    />
  );
}
