import { useEffect, useRef } from 'react';
import type { Word } from '#contract/segments.ts';
import type { Span } from '#domain/retime.ts';
import { shareOf } from './time-window.ts';

interface WordMarksProps {
  words: readonly Word[];
  view: Span;
  /** The index of the word that is being set; null if none is. */
  chosen: number | null;
  /** BCP 47 tag of what is said; null if it is not known. */
  language: string | null;
}

const TEXT_PX = 20;
const FONT_PX = 11;
const PADDING_PX = 3;
const LEAST_TEXT_PX = 12;

/** Where the words begin, and those for whose text there is room. Drawn, since a passage can have thousands of them. */
export function WordMarks({ words, view, chosen, language }: WordMarksProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const redraw = () => draw(canvas, { words, view, chosen });
    const sizes = new ResizeObserver(redraw);
    sizes.observe(canvas);
    const themes = new MutationObserver(redraw);
    themes.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => {
      sizes.disconnect();
      themes.disconnect();
    };
  }, [words, view, chosen]);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without tabindex takes no focus.
    <canvas
      ref={ref}
      className="pointer-events-none absolute inset-0 size-full"
      lang={language ?? undefined}
      aria-hidden="true"
    />
  );
}

function draw(canvas: HTMLCanvasElement, { words, view, chosen }: Omit<WordMarksProps, 'language'>): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const scale = devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  const styles = getComputedStyle(canvas);
  const color = (name: string) => styles.getPropertyValue(name);
  context.textBaseline = 'middle';
  for (const [index, word] of words.entries()) {
    const from = shareOf(view, word.startMs) * width;
    const to = shareOf(view, word.endMs) * width;
    if (to < 0 || from > width) continue;
    context.fillStyle = color('--line-strong');
    context.fillRect(Math.round(from), height - TEXT_PX, 1, TEXT_PX);
    if (to - from < LEAST_TEXT_PX) continue;
    const isChosen = index === chosen;
    context.font = `${isChosen ? 600 : 400} ${FONT_PX}px ${styles.fontFamily}`;
    context.fillStyle = color(isChosen ? '--ink' : '--quiet');
    drawClipped(context, word.text, {
      x: from + PADDING_PX,
      y: height - TEXT_PX / 2,
      width: to - from - PADDING_PX,
    });
  }
}

function drawClipped(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  context.save();
  context.beginPath();
  context.rect(x, y - TEXT_PX / 2, width, TEXT_PX);
  context.clip();
  context.fillText(text, x, y);
  context.restore();
}
