import { useEffect, useRef } from 'react';
import { type Column, type Waveform, waveformColumns } from './waveform-columns.ts';

export interface WaveformPicture {
  waveform: Waveform;
  durationSeconds: number;
  /** The speaker's color, 1 to 8, at a moment; 0 where nobody speaks. */
  colorAt: (seconds: number) => number;
}

const COLUMN_PX = 3;
const GAP_PX = 1;
const MIN_LEVEL = 0.035;

/** The waveform, in the colors of the speakers. Rendered again when its size or the theme changes. */
export function WaveformCanvas({ picture, className }: { picture: WaveformPicture; className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useDrawing(canvas, picture);
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without tabindex takes no focus.
  return <canvas ref={canvas} className={className} aria-hidden="true" />;
}

function useDrawing(ref: React.RefObject<HTMLCanvasElement | null>, picture: WaveformPicture): void {
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const redraw = () => draw(canvas, picture);
    const sizes = new ResizeObserver(redraw);
    sizes.observe(canvas);
    const themes = new MutationObserver(redraw);
    themes.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => {
      sizes.disconnect();
      themes.disconnect();
    };
  }, [ref, picture]);
}

function draw(canvas: HTMLCanvasElement, { waveform, durationSeconds, colorAt }: WaveformPicture): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0 || durationSeconds <= 0) return;
  const scale = devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  const styles = getComputedStyle(canvas);
  const columns = waveformColumns(waveform, durationSeconds, Math.max(1, Math.floor(width / COLUMN_PX)));
  for (const [index, column] of columns.entries()) {
    context.fillStyle = colorOf(styles, colorAt(column.seconds));
    drawColumn(context, { column, x: index * COLUMN_PX, height });
  }
}

function drawColumn(
  context: CanvasRenderingContext2D,
  place: { column: Column; x: number; height: number },
): void {
  const tall = Math.max(MIN_LEVEL, place.column.level) * place.height;
  context.beginPath();
  context.roundRect(place.x, (place.height - tall) / 2, COLUMN_PX - GAP_PX, tall, 1);
  context.fill();
}

function colorOf(styles: CSSStyleDeclaration, color: number): string {
  return styles.getPropertyValue(color === 0 ? '--line-strong' : `--speaker-${color}`);
}
