import { useState } from 'react';
import { lazily } from '#web/lib/lazily.tsx';
import { ThemeButton } from './theme-button.tsx';

// The menu is loaded on first use, because most visitors of the landing page never open it.
const ThemeChoice = lazily(
  async () => (await import('./theme-choice.tsx')).ThemeChoice,
  <ThemeButton aria-haspopup="menu" aria-expanded={false} />,
);

export function ThemeMenu() {
  const [wasOpened, setOpened] = useState(false);
  if (wasOpened) return <ThemeChoice />;
  return (
    <ThemeButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => ThemeChoice.preload()}
      onFocus={() => ThemeChoice.preload()}
      onClick={() => setOpened(true)}
    />
  );
}
