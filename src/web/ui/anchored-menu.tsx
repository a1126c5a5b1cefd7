import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { MENU_ITEM_CLASS } from './menu.tsx';

interface AnchoredMenuProps {
  /** The element to open beside. Rows have no menu of their own, so that they are not rendered again for it. */
  anchor: HTMLElement;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A menu beside an element of the page, open while it is mounted. */
export function AnchoredMenu({ anchor, label, onClose, children }: AnchoredMenuProps) {
  // Measured only once, because the anchor may disappear while the menu is open.
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
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 max-w-[min(20rem,calc(100vw-1rem))] animate-appear overflow-y-auto rounded-xl bg-surface p-1.5 shadow-float"
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

/** A menu item, whose action runs once the menu has closed and the focus has returned. */
export function AnchoredItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Radix.Item onSelect={() => queueMicrotask(onSelect)} className={MENU_ITEM_CLASS}>
      {children}
    </Radix.Item>
  );
}

/** A menu item that leaves the menu open. With a `refusal`, which it shows, it does nothing. */
export function AnchoredAction(props: {
  onSelect: () => void;
  refusal?: string | null;
  children: ReactNode;
}) {
  const id = useId();
  const { refusal = null } = props;
  return (
    <Radix.Item
      onSelect={(event) => {
        event.preventDefault();
        if (refusal === null) props.onSelect();
      }}
      // Not `disabled`: the keyboard could not reach the reason.
      aria-disabled={refusal !== null || undefined}
      aria-describedby={refusal === null ? undefined : id}
      className={classNames(MENU_ITEM_CLASS, refusal !== null && 'h-auto! flex-wrap py-2 text-quiet')}
    >
      {props.children}
      {refusal !== null && (
        <span id={id} className="basis-full pl-6.5 text-xs text-quiet">
          {refusal}
        </span>
      )}
    </Radix.Item>
  );
}

/** The heading of the items below it. */
export function AnchoredHeading({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-quiet">{children}</Radix.Label>;
}

export function AnchoredSeparator() {
  return <Radix.Separator className="my-1.5 border-t" />;
}

/** Radio items that the rest of the menu depends on; choosing one leaves the menu open. */
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
      <AnchoredSeparator />
    </>
  );
}
