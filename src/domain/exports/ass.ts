import { linesWithMarks } from '../text-direction.ts';
import type { Cue } from './cues.ts';
import { type FontKey, fontRuns } from './font-runs.ts';

/** A caption of a clip, its times in milliseconds from the start of the clip. */
export type Caption = Pick<Cue, 'startMs' | 'endMs' | 'text'>;

interface CaptionFont {
  /** As the file itself names it. */
  family: string;
  /** libass makes lines equally high: fonts with more room above and below their letters need a larger size. */
  size: number;
}

const SIZE = 54;
const FONTS: Record<FontKey, CaptionFont> = {
  latin: { family: 'Noto Sans', size: SIZE },
  hebrew: { family: 'Noto Sans Hebrew', size: SIZE },
  arabic: { family: 'Cairo', size: 67 },
  devanagari: { family: 'Noto Sans Devanagari', size: 67 },
  thai: { family: 'Noto Sans Thai', size: SIZE },
  chinese: { family: 'Noto Sans SC', size: SIZE },
  korean: { family: 'Noto Sans KR', size: SIZE },
  emoji: { family: 'Noto Emoji', size: 43 },
};

/** White with a black outline, at the bottom; sizes are of a picture of 720 lines. Encoding -1 lets the text decide its direction. */
const HEAD = `[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720
WrapStyle: 0
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,${FONTS.latin.family},${SIZE},&H00FFFFFF,&H00FFFFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,3,0,2,60,60,40,-1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;

/**
 * The captions that are heard between two times (milliseconds of the recording), from the start of that part and none longer than
 * it, with marks in what is read from right to left.
 */
export function captionsBetween(
  cues: readonly Cue[],
  { startMs, endMs, language }: { startMs: number; endMs: number; language: string | null },
): Caption[] {
  return cues
    .filter((cue) => cue.endMs > startMs && cue.startMs < endMs)
    .map((cue) => ({
      startMs: Math.max(cue.startMs, startMs) - startMs,
      endMs: Math.min(cue.endMs, endMs) - startMs,
      text: linesWithMarks(cue.text, language),
    }));
}

/** Captions in Advanced SubStation Alpha, which libass draws, each part of a text in the font that has its letters. */
export function exportAss(captions: readonly Caption[]): string {
  const lines = captions.map(
    ({ startMs, endMs, text }) =>
      `Dialogue: 0,${assTime(startMs)},${assTime(endMs)},Default,,0,0,0,,${text.split('\n').map(styled).join('\\N')}\n`,
  );
  return HEAD + lines.join('');
}

/** The fonts that these captions need; the Latin one is always among them. */
export function captionFonts(captions: readonly Caption[]): FontKey[] {
  const used = captions.flatMap(({ text }) => fontRuns(text.replaceAll('\n', ' ')).map(({ font }) => font));
  return [...new Set<FontKey>(['latin', ...used])];
}

function styled(line: string): string {
  const runs = fontRuns(line);
  const isPlain = runs.every(({ font }) => font === 'latin');
  return runs.map(({ font, text }) => (isPlain ? '' : chosen(FONTS[font])) + escaped(text)).join('');
}

function chosen({ family, size }: CaptionFont): string {
  return `{\\fn${family}\\fs${size}}`;
}

/** Escapes what libass reads as a command: braces, and a backslash, which a word joiner keeps apart from the next letter. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\u2060').replaceAll(/[{}]/g, '\\$&');
}

/** 'h:mm:ss.cc' */
function assTime(ms: number): string {
  const total = Math.round(ms / 10);
  const part = (each: number) => String(each).padStart(2, '0');
  const seconds = Math.floor(total / 100);
  return `${Math.floor(seconds / 3600)}:${part(Math.floor(seconds / 60) % 60)}:${part(seconds % 60)}.${part(total % 100)}`;
}
