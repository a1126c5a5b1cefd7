import { Parser } from 'htmlparser2';
import { z } from 'zod';
import type { FoundSegment, FoundText } from './found-text.ts';
import { nameSpeakers } from './speaker-names.ts';

const File = z.object({ text: z.string(), media: z.unknown().optional() });
/** Elements that end a line. */
const BLOCKS = new Set(['p', 'div', 'br', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'blockquote']);

/**
 * Reads oTranscribe's files (https://github.com/oTranscribe/oTranscribe): a time belongs to the text behind it, up to the next time or the
 * next paragraph.
 */
export function readOtr(json: unknown): FoundText | null {
  const { data } = File.safeParse(json);
  if (!data || !Object.hasOwn(json as object, 'media')) return null;
  const parts = partsOf(data.text).filter(({ text }) => text.trim() !== '');
  const named = nameSpeakers(parts.map(({ text }) => text.replace(/\s+/g, ' ').trim()));
  return {
    format: 'otr',
    segments: parts.map(({ startMs }, index) => ({
      startMs,
      endMs: null,
      speaker: null,
      text: '',
      ...named[index],
    })),
    warnings: [],
  };
}

function partsOf(html: string): FoundSegment[] {
  const parts: FoundSegment[] = [];
  const begin = (startMs: number | null) => parts.push({ startMs, endMs: null, speaker: null, text: '' });
  begin(null);
  /** The elements inside a time, whose own text is only its clock. */
  let inTime = 0;
  const last = () => parts.at(-1);
  const endLine = () => {
    if (last()?.text.trim() !== '') begin(null);
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (inTime > 0 && name === 'span') inTime += 1;
        else if (attributes.class?.split(/\s+/).includes('timestamp')) {
          begin(timeMs(attributes['data-timestamp'] ?? ''));
          inTime = 1;
        } else if (BLOCKS.has(name)) endLine();
      },
      ontext: (piece) => {
        const part = last();
        if (inTime === 0 && part) part.text += piece;
      },
      onclosetag: (name) => {
        if (inTime > 0 && name === 'span') inTime -= 1;
        else if (BLOCKS.has(name)) endLine();
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return parts;
}

/** Seconds, or 'mm:ss' and 'h:mm:ss' in old files. */
function timeMs(written: string): number | null {
  const parts = written.trim().split(':').map(Number);
  if (written.trim() === '' || parts.length > 3 || !parts.every(Number.isFinite)) return null;
  return Math.round(1000 * parts.reduce((sum, part) => sum * 60 + part, 0));
}
