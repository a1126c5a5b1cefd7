import { ChevronDown } from 'lucide-react';
import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from './button.tsx';
import { INPUT_CLASS } from './field.tsx';

export interface Tab {
  id: string;
  label: string;
  icon: ReactNode;
  content: ReactNode;
  /** The number of items waiting in the tab, and its description. */
  badge?: { count: number; text: string };
  /** Whether the content stays mounted once opened, because something may be in progress in it. */
  isKept?: boolean;
}

interface TabStripProps {
  tabs: readonly [Tab, ...Tab[]];
  label: string;
  current: string;
  onChange: (id: string) => void;
  /** On small screens: a dropdown, or the strip without icons if the labels are few and short. */
  small?: 'dropdown' | 'strip';
}

/** Tabs in a strip, with their panels. */
export function TabStrip({ tabs, label, current, onChange, small = 'dropdown' }: TabStripProps) {
  const shown = (tabs.find(({ id }) => id === current) ?? tabs[0]).id;
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (!opened.includes(shown)) setOpened([...opened, shown]);
  return (
    <Radix.Root value={shown} onValueChange={onChange}>
      {small === 'dropdown' && <TabSelect tabs={tabs} label={label} current={shown} onChange={onChange} />}
      <Radix.List
        aria-label={label}
        className={classNames(
          'mb-5 gap-1 rounded-xl bg-sunken p-1',
          small === 'dropdown' ? 'hidden sm:flex' : 'flex max-sm:[&_svg]:hidden',
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="flex h-10 min-w-0 flex-1 items-center justify-center gap-2 rounded-lg px-1 text-sm font-medium text-quiet data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card [&_svg]:size-4.5 [&_svg]:shrink-0"
          >
            {tab.icon}
            <span className="truncate">{tab.label}</span>
            {tab.badge && <TabBadge {...tab.badge} />}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.id}
          value={tab.id}
          {...(tab.isKept && opened.includes(tab.id) ? { forceMount: true } : {})}
          // Each panel has controls that take the focus.
          tabIndex={undefined}
          className="data-[state=inactive]:hidden"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** The number of items waiting in a tab. */
export function TabBadge({ count, text }: NonNullable<Tab['badge']>) {
  return (
    <span className="rounded-full bg-brand px-1.5 text-xs leading-5 text-on-brand">
      {count} <span className="sr-only">{text}</span>
    </span>
  );
}

function TabSelect({ tabs, label, current, onChange }: Omit<TabStripProps, 'small'>) {
  const id = useId();
  return (
    <div className="mb-5 sm:hidden">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={current}
          onChange={(event) => onChange(event.target.value)}
          className={`${INPUT_CLASS} appearance-none pr-10 font-medium`}
        >
          {tabs.map((tab) => (
            <option key={tab.id} value={tab.id}>
              {tab.badge ? `${tab.label} (${tab.badge.count} ${tab.badge.text})` : tab.label}
            </option>
          ))}
        </select>
        <ChevronDown
          className="pointer-events-none absolute top-3 right-3 size-5 text-quiet"
          aria-hidden="true"
        />
      </div>
      {/* A closed list does not show the badges of its other tabs. */}
      {tabs.map(({ id: tabId, label: tabLabel, badge }) =>
        badge && tabId !== current ? (
          <Button key={tabId} variant="link" size="sm" className="mt-1" onClick={() => onChange(tabId)}>
            {tabLabel}: {badge.count} {badge.text}
          </Button>
        ) : null,
      )}
    </div>
  );
}
