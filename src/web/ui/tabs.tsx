import { ChevronDown } from 'lucide-react';
import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useId, useState } from 'react';
import { INPUT_CLASS } from './field.tsx';

export interface Tab {
  id: string;
  label: string;
  icon: ReactNode;
  content: ReactNode;
}

/** Rooms behind one strip, a dropdown on small screens. A single room needs no strip: it shows its label as a heading. */
export function TabStrip({ tabs, label }: { tabs: readonly [Tab, ...Tab[]]; label: string }) {
  const [first] = tabs;
  const [current, setCurrent] = useState(first.id);
  if (tabs.length === 1) {
    return (
      <>
        <h2 className="mb-4 flex items-center gap-2.5 text-lg font-semibold [&_svg]:size-5 [&_svg]:text-brand-ink">
          {first.icon}
          {first.label}
        </h2>
        {first.content}
      </>
    );
  }
  return (
    <Radix.Root value={current} onValueChange={setCurrent}>
      <TabSelect tabs={tabs} label={label} current={current} onChange={setCurrent} />
      <Radix.List aria-label={label} className="mb-5 hidden gap-1 rounded-xl bg-sunken p-1 sm:flex">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="flex h-10 flex-1 items-center justify-center gap-2 rounded-lg text-sm font-medium text-quiet data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card [&_svg]:size-4.5"
          >
            {tab.icon}
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

function TabSelect(props: {
  tabs: readonly Tab[];
  label: string;
  current: string;
  onChange: (id: string) => void;
}) {
  const id = useId();
  return (
    <div className="relative mb-5 sm:hidden">
      <label htmlFor={id} className="sr-only">
        {props.label}
      </label>
      <select
        id={id}
        value={props.current}
        onChange={(event) => props.onChange(event.target.value)}
        className={`${INPUT_CLASS} appearance-none pr-10 font-medium`}
      >
        {props.tabs.map((tab) => (
          <option key={tab.id} value={tab.id}>
            {tab.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-3 right-3 size-5 text-quiet"
        aria-hidden="true"
      />
    </div>
  );
}
