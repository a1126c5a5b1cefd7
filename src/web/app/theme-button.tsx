import { Moon, Sun } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useTheme } from './theme-provider.tsx';

export function ThemeButton(props: ComponentProps<typeof Button>) {
  const { shown } = useTheme();
  return (
    <Button variant="ghost" size="icon" aria-label="Theme" {...props}>
      {shown === 'dark' ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
    </Button>
  );
}
