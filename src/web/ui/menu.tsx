import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { createContext, type ReactElement, type ReactNode, type RefObject, use, useRef } from 'react';
import { classNames } from '#web/lib/class-names.ts';

export const MENU_ITEM_CLASS =
  'flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none data-[disabled]:text-quiet data-[highlighted]:bg-brand-soft data-[highlighted]:text-brand-ink [&_svg]:size-4';

/** The chosen action, which runs once the menu has closed. */
const Chosen = createContext<RefObject<(() => void) | null> | null>(null);

interface MenuProps {
  trigger: ReactElement;
  children: ReactNode;
  defaultOpen?: boolean;
}

/** A menu that its trigger, a button, opens. It is rendered in the trigger's part of the page, for people who navigate by landmarks. */
export function Menu({ trigger, children, defaultOpen = false }: MenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  const carryOut = () => {
    if (chosen.current) queueMicrotask(chosen.current);
    chosen.current = null;
  };
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        onCloseAutoFocus={carryOut}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-appear overflow-y-auto rounded-xl bg-surface p-1.5 shadow-float"
      >
        <Chosen value={chosen}>{children}</Chosen>
      </Radix.Content>
    </Radix.Root>
  );
}

/** A menu item, whose action runs once the menu has closed and its trigger has the focus, so that a dialog returns the focus there. */
export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  const chosen = use(Chosen);
  if (!chosen) throw new Error('A menu item must be inside a menu.');
  return (
    <Radix.Item
      onSelect={() => {
        chosen.current = onSelect;
      }}
      className={MENU_ITEM_CLASS}
    >
      {children}
    </Radix.Item>
  );
}

/** A setting that is on or off; the menu stays open. With `isSub` it belongs to the item above. */
export function MenuTick(props: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  isSub?: boolean;
}) {
  return (
    <Radix.CheckboxItem
      checked={props.checked}
      onCheckedChange={props.onChange}
      onSelect={(event) => event.preventDefault()}
      className={classNames(MENU_ITEM_CLASS, props.isSub && 'pl-9!')}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-4 shrink-0 place-items-center rounded-sm border',
          props.checked ? 'border-brand bg-brand text-on-brand' : 'border-line-strong bg-surface',
        )}
      >
        {props.checked && <Check className="size-3!" strokeWidth={3} />}
      </span>
      {props.label}
    </Radix.CheckboxItem>
  );
}

/** The heading of the items below it. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 text-xs font-medium text-quiet">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-1.5 my-1.5 h-px bg-line" />;
}

/** Radio items, with a check mark at the chosen one. */
export function MenuChoice<Value extends string>(props: {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode }[];
}) {
  return (
    <Radix.RadioGroup
      value={props.value}
      onValueChange={(value) => {
        const option = props.options.find((candidate) => candidate.value === value);
        if (option) props.onChange(option.value);
      }}
    >
      {props.options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={MENU_ITEM_CLASS}>
          <span className="flex flex-1 items-center gap-2.5">{option.label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden="true" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
