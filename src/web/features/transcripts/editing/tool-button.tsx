import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

interface ToolButtonProps {
  label: string;
  isIdle?: boolean;
  className?: string;
  /** A click with the pointer leaves the focus where it is. */
  keepsCaret?: boolean;
  onClick: () => void;
  /** Its icon. */
  children: ReactNode;
}

/** A small button with an icon in the toolbar of the text and the bars below it. */
export function ToolButton(props: ToolButtonProps) {
  const { label, isIdle = false, className, keepsCaret = false, onClick, children } = props;
  return (
    <Tooltip text={label}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        className={classNames('size-8.5!', className)}
        isIdle={isIdle}
        onMouseDown={keepsCaret ? (event) => event.preventDefault() : undefined}
        onClick={onClick}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
