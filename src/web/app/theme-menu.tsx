import { lazy, Suspense, useState } from 'react';
import { ThemeButton } from './theme-button.tsx';

// The menu is loaded when somebody reaches for it: most visitors of the landing page never do.
const loadChoice = () => import('./theme-choice.tsx');
const ThemeChoice = lazy(async () => ({ default: (await loadChoice()).ThemeChoice }));

export function ThemeMenu() {
  const [wanted, setWanted] = useState(false);
  const closed = (
    <ThemeButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadChoice()}
      onFocus={() => void loadChoice()}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <ThemeChoice />
    </Suspense>
  );
}
