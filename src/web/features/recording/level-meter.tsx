import { useEffect, useRef } from 'react';
import { LEVELS_KEPT, type LevelHistory } from './level-history.ts';

const GAP_PX = 1;
const MIN_LEVEL = 0.03;
/** The redraw interval with reduced motion. */
const CALM_MS = 1000;

/** The level over the last ten seconds, newest on the right. It polls for what to draw, so the page is not rendered again. */
export function LevelMeter({ levels, isLive }: { levels: LevelHistory; isLive: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useDrawing(canvas, levels, isLive);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label="Microphone level over the last ten seconds"
      className="h-16 w-full"
    />
  );
}

function useDrawing(
  ref: React.RefObject<HTMLCanvasElement | null>,
  levels: LevelHistory,
  isLive: boolean,
): void {
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    let shown = -1;
    let drawnAt = 0;
    let frame = 0;
    const redraw = () => {
      shown = levels.count();
      drawnAt = performance.now();
      draw(canvas, levels, isLive);
    };
    const look = () => {
      frame = requestAnimationFrame(look);
      const isDue = !calm.matches || performance.now() - drawnAt >= CALM_MS;
      if (shown !== levels.count() && isDue) redraw();
    };
    const sizes = new ResizeObserver(redraw);
    sizes.observe(canvas);
    const themes = new MutationObserver(redraw);
    themes.observe(document.documentElement, { attributeFilter: ['class'] });
    if (isLive) look();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      themes.disconnect();
    };
  }, [ref, levels, isLive]);
}

function draw(canvas: HTMLCanvasElement, levels: LevelHistory, isLive: boolean): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const scale = devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  const colors = getComputedStyle(canvas);
  const heardColor = colors.getPropertyValue(isLive ? '--brand' : '--line-strong');
  const quietColor = colors.getPropertyValue('--line');
  // One bar per level, so that no bar changes while it moves to the left.
  const pitch = width / LEVELS_KEPT;
  const wide = Math.max(1, pitch - GAP_PX);
  for (let age = 0; age < LEVELS_KEPT; age += 1) {
    // Perceived loudness is roughly the square root of the level.
    const level = Math.min(1, Math.sqrt(levels.at(age)));
    const tall = Math.max(MIN_LEVEL, level) * height;
    context.fillStyle = level > MIN_LEVEL ? heardColor : quietColor;
    context.beginPath();
    context.roundRect(width - (age + 1) * pitch, (height - tall) / 2, wide, tall, 1);
    context.fill();
  }
}
