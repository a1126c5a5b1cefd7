import { type Article, getArticle } from '#contract/articles.ts';
import { ArticleId, TranscriptId } from '#contract/ids.ts';
import { getTranscript, type Transcript } from '#contract/transcripts.ts';
import { describeSpeakers, type Speaker, shownSpeakers } from '#domain/speakers.ts';
import { formatTime } from '#domain/timecode.ts';
import { ANSWER_BUDGET, cutToBudget, jsonLength, pageOfText } from './answer-pages.ts';
import { type ToolCall, ToolProblem } from './tool.ts';

type Caller = Pick<ToolCall, 'call' | 'links'>;

/** A part of a transcript or an article, as much as an answer takes. */
export interface DocumentPart {
  title: string;
  text: string;
  url: string;
  /** The character at which the next part begins; null at the end. */
  next: number | null;
  language: string | null;
  momentUrl: string | null;
  durationSeconds: number | null;
  createdAt: string | null;
  /** Who speaks in the whole recording. */
  speakers: { label: string; name: string }[];
}

/** What the fields around a text take in an answer. */
const AROUND = 1500;
/** More speakers are only counted. */
const SPEAKERS_LISTED = 40;
/** Facts that pages state about themselves can be of any length. */
const LONGEST_FACT = 500;

/** What is wanted of a transcript; absent: all of it. */
interface Wanted {
  fromSeconds?: number | undefined;
  toSeconds?: number | undefined;
  /** A name or a label. */
  speaker?: string | undefined;
}

/** Reads a part of a transcript, a line for each segment. Throws a ToolProblem while there is no text, and for an unknown speaker. */
export async function transcriptDocument(
  { call, links }: Caller,
  { id, from, ...wanted }: { id: number; from: number } & Wanted,
): Promise<DocumentPart> {
  const transcript = await call(getTranscript, { params: { id: TranscriptId.parse(id) } });
  if (transcript.status !== 'completed')
    throw new ToolProblem(`This transcript has no text yet: it is ${transcript.status}. See upload_status.`);
  const speakers = shownSpeakers(transcript)
    .slice(0, SPEAKERS_LISTED)
    .map(({ label, name }) => ({ label, name }));
  const { content, next } = pageOfText(linesOf(transcript, wanted), {
    from,
    budget: ANSWER_BUDGET - AROUND - jsonLength(speakers),
  });
  return {
    title: transcript.title,
    text: content === '' ? '(Nothing is said here.)' : content.trim(),
    url: links.transcript(id),
    next,
    language: transcript.language,
    momentUrl: links.momentOf(id),
    durationSeconds: transcript.duration,
    createdAt: transcript.createdAt,
    speakers,
  };
}

/** '[1:05] Ann: Good morning.' for each segment that is wanted. */
function linesOf(
  transcript: Transcript,
  { fromSeconds = 0, toSeconds = Number.POSITIVE_INFINITY, speaker }: Wanted,
): string {
  const described = describeSpeakers(transcript);
  const labels = speaker === undefined ? undefined : labelsOf(described, speaker);
  return transcript.timestampedTranscript
    .filter(
      ({ start, end, speaker: label }) =>
        // A segment of no length counts where it begins.
        (end > fromSeconds || start >= fromSeconds) && start < toSeconds && (labels?.has(label) ?? true),
    )
    .map(
      ({ start, speaker: label, text }) =>
        `[${formatTime(start)}] ${described.get(label)?.name ?? label}: ${text}`,
    )
    .join('\n');
}

/** The labels that are shown under a name, or that have it themselves. Throws a ToolProblem that says who speaks instead. */
export function labelsOf(speakers: ReadonlyMap<string, Speaker>, asked: string): Set<string> {
  const isAsked = (name: string) => name.trim().toLowerCase() === asked.trim().toLowerCase();
  const all = [...speakers];
  const named = all.filter(([, { name }]) => isAsked(name));
  const found = named.length > 0 ? named : all.filter(([label]) => isAsked(label));
  if (found.length > 0) return new Set(found.map(([label]) => label));
  const names = all
    .slice(0, SPEAKERS_LISTED)
    .map(([label, { name }]) => (label === name ? name : `${name} (${label})`));
  throw new ToolProblem(`Nobody is called that in this transcript. Its speakers are: ${names.join(', ')}.`);
}

/** Reads a part of an article. */
export async function articleDocument(
  { call, links }: Caller,
  { id, from }: { id: number; from: number },
): Promise<DocumentPart & { article: ArticleFacts }> {
  const article = await call(getArticle, { params: { id: ArticleId.parse(id) } });
  const facts = factsOf(article, links);
  const { content, next } = pageOfText(article.content, {
    from: Math.min(from, article.content.length),
    budget: ANSWER_BUDGET - AROUND - jsonLength(facts),
  });
  return {
    title: facts.title,
    text: content.trim(),
    url: facts.url,
    next,
    language: null,
    momentUrl: null,
    durationSeconds: null,
    createdAt: article.createdAt,
    speakers: [],
    article: facts,
  };
}

export interface ArticleFacts {
  articleId: number;
  projectId: number;
  kind: Article['type'];
  title: string;
  author: string | null;
  publication: string | null;
  publishedDate: string | null;
  words: number;
  url: string;
}

/** What is known about an article besides its text. */
export function factsOf(article: Article, links: ToolCall['links']): ArticleFacts {
  const short = (text: string) => cutToBudget(text, LONGEST_FACT).text;
  const { id, projectId, type, title, author, publication, publishedDate, wordCount } = article;
  return {
    articleId: id,
    projectId,
    kind: type,
    title: short(title),
    author: author && short(author),
    publication: publication && short(publication),
    publishedDate: publishedDate && short(publishedDate),
    words: wordCount,
    url: links.article(article),
  };
}
