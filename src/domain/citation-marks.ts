/** A piece of an answer as displayed. */
export type CitedPiece =
  | { kind: 'text'; text: string }
  | { kind: 'moment'; seconds: number; transcriptId: number | null }
  | { kind: 'article'; articleId: number; quote: string };

/** What a mark can point at. Made by `citations.ts` alone, from places that it has found in a source. */
export type Mark = Exclude<CitedPiece, { kind: 'text' }>;

/** The lengths of an article's quote in a mark, in characters. */
export const MIN_ARTICLE_QUOTE = 5;
export const MAX_ARTICLE_QUOTE = 150;

const MARK =
  /\[citation:(?:T(?<transcript>\d{1,15}):)?(?<minutes>\d{1,6}):(?<seconds>[0-5]\d)\]|\[article:A(?<article>\d{1,15}):"(?<quote>[^"[\]\n]{5,150})"\]/g;
const LOOKS_LIKE_WHOLE = /\[(\s*(?:citation|article)\s*:[^[\]]{0,400})\]/gi;
const LOOKS_LIKE_BEGUN = /\[(?=\s*(?:citation|article))/gi;
// HTML entities that Markdown would decode to an opening bracket.
const ENTITY_BRACKET = /&(?=#0*91;|#x0*5b;|lsqb;|lbrack;)/gi;
const LONGEST_OPENING = 24;

/**
 * An answer as text and citations, for the screen. It takes the text as it is stored, before any Markdown is made of
 * it. Whatever is not exactly a mark stays text.
 */
export function parseCitations(text: string): CitedPiece[] {
  const pieces: CitedPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) });
    pieces.push(toPiece(match.groups ?? {}));
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/** An answer's words without its citations, as a provider gets them when it reads the conversation again. */
export function withoutCitations(text: string): string {
  return parseCitations(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('')
    .replaceAll(/ {2,}/g, ' ');
}

/**
 * A text from anywhere, in which nothing is a citation any more: brackets that begin one become round. It changes no
 * other text and never makes a new mark, so it must be the last step before marks are put between texts.
 */
export function neutralizeMarks(text: string): string {
  return text
    .replaceAll(LOOKS_LIKE_WHOLE, '($1)')
    .replaceAll(LOOKS_LIKE_BEGUN, '(')
    .replaceAll(ENTITY_BRACKET, '& ');
}

/** Whether a text holds anything that `neutralizeMarks` would change. */
export function hasMarks(text: string): boolean {
  return neutralizeMarks(text) !== text;
}

/** The only place where a mark becomes text: '[citation:M:SS]' (minutes may exceed 59), '[citation:T<id>:M:SS]', '[article:A<id>:"quote"]'. */
export function writeMark(mark: Mark): string {
  if (mark.kind === 'article') return `[article:A${mark.articleId}:"${mark.quote}"]`;
  const of = mark.transcriptId === null ? '' : `T${mark.transcriptId}:`;
  return `[citation:${of}${formatMoment(mark.seconds)}]`;
}

/** 'm:ss' of whole seconds; minutes may exceed 59. */
export function formatMoment(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A streamed text, made safe to show: whatever could become a mark is held back until it is decided. */
export interface Preview {
  /** Takes the next part and returns what may be shown now. */
  push(part: string): string;
  /** Returns what was still held back. */
  end(): string;
}

/** Starts a preview of an answer that is being written. Nothing that it gives, taken together, is a mark. */
export function createPreview(): Preview {
  let held = '';
  const release = (upTo: number) => {
    const shown = neutralizeMarks(held.slice(0, upTo));
    held = held.slice(upTo);
    return shown;
  };
  return {
    push(part) {
      held += part;
      const open = Math.max(held.lastIndexOf('['), held.lastIndexOf('&'));
      const undecided = open >= 0 && held.length - open < LONGEST_OPENING;
      return release(undecided ? open : held.length);
    },
    end: () => release(held.length),
  };
}

function toPiece(groups: Record<string, string | undefined>): Mark {
  if (groups.article !== undefined) {
    return { kind: 'article', articleId: Number(groups.article), quote: groups.quote ?? '' };
  }
  return {
    kind: 'moment',
    seconds: Number(groups.minutes) * 60 + Number(groups.seconds),
    transcriptId: groups.transcript === undefined ? null : Number(groups.transcript),
  };
}
