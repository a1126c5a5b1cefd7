import { useTheme } from '#web/app/theme-provider.tsx';
import { PHONE } from '#web/lib/use-media-query.ts';
import dark from './pictures/room-dark.webp';
import light from './pictures/room-light.webp';
import phoneDark from './pictures/room-phone-dark.webp';
import phoneLight from './pictures/room-phone-light.webp';

/** A picture of a transcript's page, in the theme of this page. */
export function RoomPicture() {
  const { shown } = useTheme();
  const isDark = shown === 'dark';
  return (
    <picture className="mt-10 block overflow-hidden rounded-2xl shadow-float">
      <source media={PHONE} srcSet={isDark ? phoneDark : phoneLight} width={750} height={1400} />
      <img
        src={isDark ? dark : light}
        width={1860}
        height={1200}
        alt="A transcript in Tapescript: the player with its waveform above the text with speakers and times, and the summary beside it."
        className="block h-auto w-full"
        fetchPriority="high"
      />
    </picture>
  );
}
