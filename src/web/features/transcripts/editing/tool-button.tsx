import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

interface ToolButtonProps {
  label: string;
  isIdle?: boolean;
  className?: string;
  onClick: () => void;
  /** Its icon. */
  children: ReactNode;
}

/** A small button with an icon in the toolbar of the text and the bars below it. */
export function ToolButton({ label, isIdle = false, className, onClick, children }: ToolButtonProps) {
  return (
    <Tooltip text={label}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        className={classNames('size-8.5!', className)}
        isIdle={isIdle}
        onClick={onClick}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
