/** A piece of an answer as it is displayed: plain text or a citation. */
export type CitedPiece =
  | { kind: 'text'; text: string }
  | { kind: 'moment'; seconds: number; transcriptId: number | null }
  | { kind: 'article'; articleId: number; quote: string };

/** What a mark can point to. Only `citations.ts` creates marks, for places that it has found in a source. */
export type Mark = Exclude<CitedPiece, { kind: 'text' }>;

/** The minimum and maximum length of an article's quote in a mark, in characters. */
export const MIN_ARTICLE_QUOTE = 5;
export const MAX_ARTICLE_QUOTE = 150;

const MARK =
  /\[citation:(?:T(?<transcript>\d{1,15}):)?(?<minutes>\d{1,6}):(?<seconds>[0-5]\d)\]|\[article:A(?<article>\d{1,15}):"(?<quote>[^"[\]\n]{5,150})"\]/g;
const LOOKS_LIKE_WHOLE = /\[(\s*(?:citation|article)\s*:[^[\]]{0,400})\]/gi;
const LOOKS_LIKE_BEGUN = /\[(?=\s*(?:citation|article))/gi;
// Entities that Markdown would decode to an opening bracket.
const ENTITY_BRACKET = /&(?=#0*91;|#x0*5b;|lsqb;|lbrack;)/gi;
const LONGEST_OPENING = 24;

/**
 * Splits an answer into text and citations for display. Takes the text as it is stored, before Markdown is rendered.
 * Anything that is not exactly a mark stays text.
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

/** An answer without its citations, as it is sent to a provider as part of the conversation. */
export function withoutCitations(text: string): string {
  return parseCitations(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('')
    .replaceAll(/ {2,}/g, ' ');
}

/**
 * Makes an untrusted text free of citations by turning the brackets that would begin one into parentheses. Changes nothing
 * else and never creates a mark. It must be the last step before real marks are inserted between texts.
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

/** Writes a mark as text, which happens nowhere else: '[citation:M:SS]' (minutes may exceed 59), '[citation:T<id>:M:SS]', '[article:A<id>:"quote"]'. */
export function writeMark(mark: Mark): string {
  if (mark.kind === 'article') return `[article:A${mark.articleId}:"${mark.quote}"]`;
  const of = mark.transcriptId === null ? '' : `T${mark.transcriptId}:`;
  return `[citation:${of}${formatMoment(mark.seconds)}]`;
}

/** 'm:ss' of whole seconds; minutes may exceed 59. */
export function formatMoment(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A streamed text that is safe to show: anything that could become a mark is held back until it has turned out not to be one. */
export interface Preview {
  /** Takes the next part and returns the text that may be shown now. */
  push(part: string): string;
  /** Returns the text that was still held back. */
  end(): string;
}

/** Starts the preview of an answer that is being written. Its output as a whole contains no mark. */
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
