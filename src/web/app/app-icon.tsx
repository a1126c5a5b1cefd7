import { useEffect } from 'react';
import { useTheme } from './theme-provider.tsx';

const COLORS = { light: '#2563eb', dark: '#1e3a8a' };
const TAB_SIZE = 64;
/** The icon size for the home screen of iPhones and iPads. */
const TOUCH_SIZE = 180;
/** The icon sizes that browsers require before they offer to install a page. */
const MANIFEST_SIZES = [192, 512];

/** Sets the icons of the browser tab, the home screen and the installed application: a rounded square with a T, darker in the dark theme. */
export function AppIcon() {
  useAppIcons(COLORS[useTheme().shown]);
  return null;
}

function useAppIcons(color: string): void {
  useEffect(() => {
    let address = '';
    // Later than the page, which matters more.
    const timer = setTimeout(() => {
      const icon = drawIcon(color, TAB_SIZE);
      const touchIcon = drawIcon(color, TOUCH_SIZE);
      if (!icon || !touchIcon) return;
      Object.assign(linkOf('icon'), { type: 'image/png', href: icon });
      Object.assign(linkOf('apple-touch-icon'), { href: touchIcon });
      const manifest = new Blob([JSON.stringify(manifestOf(color))], { type: 'application/manifest+json' });
      address = URL.createObjectURL(manifest);
      linkOf('manifest').href = address;
    });
    return () => {
      clearTimeout(timer);
      URL.revokeObjectURL(address);
    };
  }, [color]);
}

/** The page's link element with this `rel`, created if missing. */
function linkOf(rel: string): HTMLLinkElement {
  const known = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`);
  if (known) return known;
  const link = document.createElement('link');
  link.rel = rel;
  document.head.append(link);
  return link;
}

/** The manifest's addresses are absolute, because it has no address of its own to which they could be relative. */
function manifestOf(color: string) {
  const home = `${location.origin}/`;
  return {
    name: 'Tapescript',
    short_name: 'Tapescript',
    id: home,
    start_url: home,
    scope: home,
    display: 'standalone',
    theme_color: color,
    background_color: '#ffffff',
    icons: MANIFEST_SIZES.map((size) => ({
      src: drawIcon(color, size),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any',
    })),
  };
}

/** The icon as a PNG in a data URL; null if the browser cannot draw. All lengths are for a size of 64 px. */
function drawIcon(color: string, size: number): string | null {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.scale(size / 64, size / 64);
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(0, 0, 64, 64, 15);
  context.fill();
  context.fillStyle = '#ffffff';
  context.fillRect(17, 18, 30, 7.5);
  context.fillRect(27.8, 18, 8.4, 29);
  return canvas.toDataURL('image/png');
}
