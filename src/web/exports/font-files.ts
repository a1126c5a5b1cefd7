// Only addresses: a font is fetched when a text needs it.

import arabic from '#fetched/@expo-google-fonts/cairo/400Regular/Cairo_400Regular.ttf?url';
import emoji from '#fetched/@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf?url';
import latin from '#fetched/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url';
import latinBold from '#fetched/@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf?url';
import devanagari from '#fetched/@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf?url';
import hebrew from '#fetched/@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf?url';
import korean from '#fetched/@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf?url';
import chinese from '#fetched/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf?url';
import thai from '#fetched/@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf?url';
import type { LoadFont } from './pdf-document.ts';

const ADDRESSES = {
  latin,
  'latin-bold': latinBold,
  hebrew,
  arabic,
  devanagari,
  thai,
  chinese,
  korean,
  emoji,
};

/** Fetches a font. Throws if the server does not deliver it. */
export const fetchFont: LoadFont = async (font) => {
  const response = await fetch(ADDRESSES[font]);
  if (!response.ok) throw new Error(`The font ${font} could not be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};
