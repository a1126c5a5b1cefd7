import { type ReactNode, useId } from 'react';
import { Checkbox } from './checkbox.tsx';
import { Spinner } from './spinner.tsx';

interface SelectionBarProps {
  /** How many transcripts are listed, and how many of them are selected. */
  total: number;
  selected: number;
  /** What is being done with them, for now instead of all actions. */
  busy?: string | undefined;
  onSelectAll: (isSelected: boolean) => void;
  /** The buttons for those that are selected. */
  children: ReactNode;
}

/** The first line of a list of transcripts: selects all of them, says how many are selected, and has what can be done with these. */
export function SelectionBar({ total, selected, busy, onSelectAll, children }: SelectionBarProps) {
  const id = useId();
  const isAll = selected === total;
  return (
    <div className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2.5 sm:px-5">
      <Checkbox
        id={id}
        label={`Select all (${total})`}
        checked={isAll ? true : selected > 0 ? 'indeterminate' : false}
        onChange={() => onSelectAll(!isAll)}
      />
      <label htmlFor={id} className="py-1 text-sm">
        Select all ({total})
      </label>
      <div role="status" className="ml-auto flex items-center gap-3 text-sm">
        {busy ? (
          <>
            <Spinner /> {busy}
          </>
        ) : (
          selected > 0 && <span>{selected} transcript(s) selected</span>
        )}
      </div>
      {selected > 0 && !busy && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
