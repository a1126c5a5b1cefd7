import { useEffect } from 'react';
import { useTheme } from './theme-provider.tsx';

const SIZE = 64;
const COLORS = { light: '#2563eb', dark: '#1e3a8a' };

/** The icon in the browser's tab: a rounded square with a T, darker in the dark theme. */
export function AppIcon() {
  useAppIcon(COLORS[useTheme().shown]);
  return null;
}

function useAppIcon(color: string): void {
  useEffect(() => {
    const url = drawIcon(color);
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!url || !link) return;
    link.type = 'image/png';
    link.href = url;
  }, [color]);
}

function drawIcon(color: string): string | null {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(0, 0, SIZE, SIZE, 15);
  context.fill();
  context.fillStyle = '#ffffff';
  context.fillRect(17, 18, 30, 7.5);
  context.fillRect(27.8, 18, 8.4, 29);
  return canvas.toDataURL('image/png');
}
