import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { MENU_ITEM_CLASS } from './menu.tsx';

interface AnchoredMenuProps {
  /** What it opens beside; a part of a row, whose own button this menu cannot have: rows are not drawn for it. */
  anchor: HTMLElement;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A menu that is open for as long as it is drawn, beside something of the page. */
export function AnchoredMenu({ anchor, label, onClose, children }: AnchoredMenuProps) {
  // Once: what it stands beside may go while the menu is open.
  const [{ left, top, width, height }] = useState(() => anchor.getBoundingClientRect());
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Radix.Trigger asChild>
        <span
          aria-hidden="true"
          className="pointer-events-none fixed"
          style={{ left, top, width, height }}
          tabIndex={-1}
        />
      </Radix.Trigger>
      <Radix.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        aria-label={label}
        aria-labelledby={undefined}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 max-w-80 animate-appear overflow-y-auto rounded-xl bg-surface p-1.5 shadow-float"
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

/** Does something once the menu has closed and the focus is back where it was. */
export function AnchoredItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Radix.Item onSelect={() => queueMicrotask(onSelect)} className={MENU_ITEM_CLASS}>
      {children}
    </Radix.Item>
  );
}

/** One of several that the rest of the menu depends on: choosing it leaves the menu open. */
export function MenuScope<Value extends string>(props: {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}) {
  return (
    <>
      <Radix.RadioGroup value={props.value}>
        {props.options.map(({ value, label }) => (
          <Radix.RadioItem
            key={value}
            value={value}
            onSelect={(event) => {
              event.preventDefault();
              props.onChange(value);
            }}
            className={classNames(MENU_ITEM_CLASS, 'justify-between')}
          >
            {label}
            <Radix.ItemIndicator>
              <Check className="size-4" aria-hidden="true" />
            </Radix.ItemIndicator>
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
      <Radix.Separator className="my-1.5 border-t" />
    </>
  );
}
