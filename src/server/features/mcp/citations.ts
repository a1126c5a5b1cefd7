import { parseCitations } from '#domain/citation-marks.ts';
import { formatTime } from '#domain/timecode.ts';
import type { Links } from './links.ts';

/** What a text with marks is about. */
export interface AskedAbout {
  /** Of marks that name no transcript. */
  transcriptId?: number;
  links: Links;
  /** The articles that the text may cite, with addresses for people. */
  articles?: ReadonlyMap<number, { title: string | null; url: string }>;
  /** Titles of the transcripts that the text may cite. */
  titles?: ReadonlyMap<number, string | null>;
}

/** A checked citation, as data. */
export interface LinkedCitation {
  kind: 'moment' | 'article';
  /** Of the transcript or the article. */
  id: number;
  title: string | null;
  /** Of a moment. */
  seconds: number | null;
  /** Of an article: its words. */
  quote: string | null;
  url: string;
}

/** Turns the marks of an answer or a summary into Markdown links, and lists them, each once. */
export function linkCitations(
  text: string,
  { transcriptId, links, articles, titles }: AskedAbout,
): { text: string; citations: LinkedCitation[] } {
  const citations = new Map<string, LinkedCitation>();
  const linked = parseCitations(text).map((piece) => {
    if (piece.kind === 'text') return piece.text;
    const citation = citationOf(piece);
    if (!citation) return '';
    citations.set(`${citation.url} ${citation.quote ?? ''}`, citation);
    const name = citation.seconds === null ? `“${citation.quote ?? ''}”` : formatTime(citation.seconds);
    return `([${name}](${citation.url}))`;
  });
  return { text: linked.join(''), citations: [...citations.values()] };

  function citationOf(
    piece: Exclude<ReturnType<typeof parseCitations>[number], { kind: 'text' }>,
  ): LinkedCitation | undefined {
    if (piece.kind === 'article') {
      const { title = null, url = links.home } = articles?.get(piece.articleId) ?? {};
      return { kind: 'article', id: piece.articleId, title, seconds: null, quote: piece.quote, url };
    }
    const id = piece.transcriptId ?? transcriptId;
    if (id === undefined) return undefined;
    const title = titles?.get(id) ?? null;
    return {
      kind: 'moment',
      id,
      title,
      seconds: piece.seconds,
      quote: null,
      url: links.transcript(id, piece.seconds),
    };
  }
}
