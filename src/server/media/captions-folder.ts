import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Caption, captionFonts, exportAss } from '#domain/exports/ass.ts';
import type { FontKey } from '#domain/exports/font-runs.ts';
import { CAPTIONS_FILE, FONTS_FOLDER } from './tool.ts';

const FONT_FILES: Record<FontKey, string> = {
  latin: 'noto-sans/400Regular/NotoSans_400Regular.ttf',
  hebrew: 'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  arabic: 'cairo/400Regular/Cairo_400Regular.ttf',
  devanagari: 'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  thai: 'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  chinese: 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  korean: 'noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  emoji: 'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
};

/** Writes captions and the fonts that they need into a folder, as `ClipCut.captionsFolder` describes it. */
export async function writeCaptions(folder: string, captions: readonly Caption[]): Promise<void> {
  await mkdir(join(folder, FONTS_FOLDER), { recursive: true });
  await writeFile(join(folder, CAPTIONS_FILE), exportAss(captions));
  for (const font of captionFonts(captions)) {
    const file = fileURLToPath(import.meta.resolve(`#fetched/@expo-google-fonts/${FONT_FILES[font]}`));
    await symlink(file, join(folder, FONTS_FOLDER, `${font}.ttf`));
  }
}
