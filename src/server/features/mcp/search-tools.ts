import { z } from 'zod';
import { type ArticleId, ProjectId, type TranscriptId } from '#contract/ids.ts';
import { SEARCH_MAX_LENGTH } from '#contract/limits.ts';
import { listProjects } from '#contract/projects.ts';
import {
  type FoundArticle,
  findSimilar,
  type SearchResult,
  searchProject,
  searchTranscripts,
} from '#contract/search.ts';
import { formatTime } from '#domain/timecode.ts';
import { ANSWER_BUDGET, pageOfItems } from './answer-pages.ts';
import { articleDocument, transcriptDocument } from './documents.ts';
import type { Links } from './links.ts';
import { READS, type Tool, type ToolCall, ToolProblem, tool } from './tool.ts';
import { NextCursor, ProjectRef } from './values.ts';
import { VIEW_URI } from './view.ts';

/** A search without a project looks into so many of the person's, the newest. */
const PROJECTS_SEARCHED = 10;
/** Fewer results than this are completed with passages that mean something similar. */
const FEW_RESULTS = 10;

const Found = z.object({
  id: z.string().describe('For fetch: "transcript:12" or "article:7"'),
  title: z.string(),
  url: z.string().describe('Plays the first place, or opens the article'),
  foundBy: z.enum(['words', 'meaning']),
  places: z.array(
    z.object({
      time: z.string().nullable(),
      seconds: z.number().nullable(),
      speaker: z.string().nullable(),
      text: z.string(),
      url: z.string(),
    }),
  ),
});
type Found = z.infer<typeof Found>;

/** `search` and `fetch` have the names and shapes that ChatGPT's research asks for. */
export const SEARCH_TOOLS: readonly Tool[] = [searchTool(), fetchTool()];

function searchTool(): Tool {
  return tool({
    name: 'search',
    title: 'Search the library',
    description:
      'Finds recordings, and articles of projects, by what is said or written in them: by words first, then by meaning. Words are found as they stand, ignoring case and accents: search for one or two telling words, and try other forms of them. Each place has a link that plays it. Read on with fetch, get_transcript or get_article.',
    needs: [searchProject],
    input: z.object({
      query: z.string().max(SEARCH_MAX_LENGTH).describe('Words to find, as they were said'),
      projectId: ProjectRef.optional().describe('Only in this project; absent: in everything'),
    }),
    output: z.object({ results: z.array(Found) }),
    hints: READS,
    hasMaterial: true,
    run: async ({ query, projectId }, { reach, call, links }) => {
      const wanted = projectId ?? reach;
      const results =
        wanted === null
          ? await searchEverywhere(call, links, query)
          : await searchOne(call, links, { query, id: ProjectId.parse(wanted) });
      return { results: pageOfItems(results, { from: 0, budget: ANSWER_BUDGET }).content };
    },
  });
}

type Call = ToolCall['call'];

async function searchOne(
  call: Call,
  links: Links,
  { query, id }: { query: string; id: ProjectId },
): Promise<Found[]> {
  const { results, articles } = await call(searchProject, { params: { id }, query: { q: query } });
  return [
    ...results.map((result) => foundTranscript(result, links)),
    ...articles.map((article) => foundArticle(article, { links, projectId: id })),
  ];
}

async function searchEverywhere(call: Call, links: Links, query: string): Promise<Found[]> {
  const [own, projects] = await Promise.all([
    call(searchTranscripts, { query: { q: query } }),
    call(listProjects, {}),
  ]);
  const inProjects = await Promise.all(
    projects.slice(0, PROJECTS_SEARCHED).map(({ id }) => searchOne(call, links, { query, id })),
  );
  const byWords = [...own.results.map((result) => foundTranscript(result, links)), ...inProjects.flat()];
  const known = new Map(byWords.map((found) => [found.id, found]));
  if (known.size < FEW_RESULTS) {
    const { passages } = await call(findSimilar, { query: { q: query } });
    for (const { transcriptId, title, start, speaker, sentence, text } of passages) {
      const id = nameOf('transcript', transcriptId);
      const url = links.transcript(transcriptId, start);
      const place = { time: formatTime(start), seconds: start, speaker, text: sentence ?? text, url };
      if (!known.has(id)) known.set(id, { id, title, url, foundBy: 'meaning', places: [place] });
    }
  }
  return [...known.values()];
}

function foundTranscript({ transcript: { id, title }, matches }: SearchResult, links: Links): Found {
  const places = matches.map(({ timestamp, start, speaker, context }) => ({
    time: timestamp,
    seconds: start,
    speaker,
    text: context,
    url: links.transcript(id, start),
  }));
  const url = places.find(({ seconds }) => seconds !== null)?.url ?? links.transcript(id);
  return { id: nameOf('transcript', id), title, url, foundBy: 'words', places };
}

function foundArticle(
  { articleId, title, matches }: FoundArticle,
  { links, projectId }: { links: Links; projectId: ProjectId },
): Found {
  const url = links.project(projectId);
  const places = matches.map(({ context }) => ({
    time: null,
    seconds: null,
    speaker: null,
    text: context,
    url,
  }));
  return { id: nameOf('article', articleId), title, url, foundBy: 'words', places };
}

function nameOf(kind: 'transcript' | 'article', id: TranscriptId | ArticleId): string {
  return `${kind}:${id}`;
}

function fetchTool(): Tool {
  return tool({
    name: 'fetch',
    title: 'Fetch a document',
    description:
      'Reads a transcript or an article that search has found, with the time of every line. A long one comes in parts: fetch `metadata.nextId` for the next.',
    needs: [searchProject],
    input: z.object({
      id: z.string().max(60).describe('The id of a result: "transcript:12" or "article:7"'),
    }),
    output: z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.string(),
      metadata: z.object({
        nextId: NextCursor.describe('Fetch this for the next part; null: this is all'),
        language: z.string().nullable(),
        momentUrl: z.string().nullable().describe('Plays from a moment when SECONDS is replaced by a number'),
        durationSeconds: z.number().nullable(),
        createdAt: z.string().nullable(),
      }),
    }),
    hints: READS,
    view: VIEW_URI,
    hasMaterial: true,
    run: async ({ id }, call) => {
      const {
        kind,
        number,
        from = '0',
      } = /^(?<kind>transcript|article):(?:\/\/)?(?<number>[1-9]\d{0,8})(?::(?<from>\d{1,9}))?$/.exec(
        id.trim(),
      )?.groups ?? {};
      if (kind === undefined)
        throw new ToolProblem('There is no such id. Use one that search has found, such as "transcript:12".');
      const which = { id: Number(number), from: Number(from) };
      const found = await (kind === 'article'
        ? articleDocument(call, which)
        : transcriptDocument(call, which));
      const { title, text, url, next, language, momentUrl, durationSeconds, createdAt } = found;
      const metadata = { language, momentUrl, durationSeconds, createdAt };
      const nextId = next === null ? null : `${kind}:${number}:${next}`;
      return { id, title, text, url, metadata: { nextId, ...metadata } };
    },
  });
}
