import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Spinner } from './spinner.tsx';

interface FormButtonsProps {
  /** The label of the submit button. */
  action: string;
  isBusy: boolean;
  onCancel: () => void;
  /** Shown on the left. */
  children?: ReactNode;
}

/** The last line of a form in a dialog, with Cancel and the submit button. */
export function FormButtons({ action, isBusy, onCancel, children }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 pt-1">
      {children && <div className="mr-auto">{children}</div>}
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" isIdle={isBusy}>
        {isBusy && <Spinner className="size-4.5" />}
        {action}
      </Button>
    </div>
  );
}
