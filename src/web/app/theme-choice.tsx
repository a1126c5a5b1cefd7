import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuChoice } from '#web/ui/menu.tsx';
import { ThemeButton } from './theme-button.tsx';
import { type Theme, useTheme } from './theme-provider.tsx';

const OPTIONS: readonly { value: Theme; label: ReactNode }[] = [
  { value: 'light', label: labelled(<Sun aria-hidden="true" />, 'Light') },
  { value: 'dark', label: labelled(<Moon aria-hidden="true" />, 'Dark') },
  { value: 'system', label: labelled(<Monitor aria-hidden="true" />, 'System') },
];

/** The menu of themes, open. */
export function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  return (
    <Menu trigger={<ThemeButton />} defaultOpen>
      <MenuChoice value={theme} onChange={setTheme} options={OPTIONS} />
    </Menu>
  );
}

function labelled(icon: ReactNode, text: string): ReactNode {
  return (
    <>
      {icon} {text}
    </>
  );
}
