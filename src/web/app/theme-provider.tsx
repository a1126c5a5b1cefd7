import {
  createContext,
  type ReactNode,
  use,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { readStored, writeStored } from '#web/lib/stored.ts';

export type Theme = 'light' | 'dark' | 'system';

interface ThemeContextValue {
  theme: Theme;
  /** The theme on screen: 'system' is resolved to the device's preference. */
  shown: 'light' | 'dark';
  setTheme: (theme: Theme) => void;
}

const ThemeContext = createContext<ThemeContextValue | null>(null);

interface ThemeProviderProps {
  defaultTheme?: Theme;
  storageKey?: string;
  children: ReactNode;
}

/** Provides the theme, and stores the choice in this browser. public/theme.js applies it before the first paint. */
export function ThemeProvider({
  defaultTheme = 'system',
  storageKey = 'ui-theme',
  children,
}: ThemeProviderProps) {
  const [theme, setThemeState] = useState(() => readTheme(storageKey) ?? defaultTheme);
  const prefersDark = useSyncExternalStore(watchPreference, () => darkPreference().matches);
  const shown = theme === 'system' ? (prefersDark ? 'dark' : 'light') : theme;
  useThemeClass(shown);

  const value = useMemo(
    () => ({
      theme,
      shown,
      setTheme: (chosen: Theme) => {
        writeStored(storageKey, chosen);
        setThemeState(chosen);
      },
    }),
    [theme, shown, storageKey],
  );
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

export function useTheme(): ThemeContextValue {
  const value = use(ThemeContext);
  if (!value) throw new Error('useTheme must be used within a ThemeProvider');
  return value;
}

function useThemeClass(shown: 'light' | 'dark'): void {
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.remove('light', 'dark');
    classList.add(shown);
  }, [shown]);
}

function readTheme(key: string): Theme | null {
  const stored = readStored(key);
  return stored === 'light' || stored === 'dark' || stored === 'system' ? stored : null;
}

function darkPreference(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

function watchPreference(notify: () => void): () => void {
  const query = darkPreference();
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
}
