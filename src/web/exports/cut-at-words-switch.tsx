import { Switch } from '#web/ui/switch.tsx';
import { CUT_AT_WORDS } from './use-cut-at-words.ts';

interface CutAtWordsSwitchProps {
  checked: boolean;
  onChange: (isOn: boolean) => void;
}

/** The option of SRT among choices that stand on the page, with what it does. */
export function CutAtWordsSwitch({ checked, onChange }: CutAtWordsSwitchProps) {
  return (
    <Switch
      label={`SRT: ${CUT_AT_WORDS.toLowerCase()}`}
      hint="Each subtitle appears when its words are spoken; otherwise the parts of a passage share its time evenly."
      checked={checked}
      onChange={onChange}
    />
  );
}
