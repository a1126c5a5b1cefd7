import { z } from 'zod';
import { listArticles } from '#contract/articles.ts';
import { ProjectId } from '#contract/ids.ts';
import { listProjects, listProjectTranscripts } from '#contract/projects.ts';
import { listTranscripts, type TranscriptListItem, type TranscriptListPage } from '#contract/transcripts.ts';
import { ANSWER_BUDGET, cutToBudget, pageOfItems } from './answer-pages.ts';
import { factsOf } from './documents.ts';
import { READS, type Tool, type ToolCall, tool } from './tool.ts';
import { Cursor, NextCursor, nextCursorOf, ProjectRef, Status } from './values.ts';

/** Transcripts in one answer. */
const LIST_PAGE = 50;
const LONGEST_DESCRIPTION = 500;

const ListedTranscript = z.object({
  transcriptId: z.int(),
  title: z.string(),
  status: Status,
  durationSeconds: z.number().nullable(),
  words: z.int().nullable(),
  projectId: z.int().nullable(),
  projectName: z.string().nullable(),
  createdAt: z.string(),
  url: z.string(),
});

export const ArticleFacts = z.object({
  articleId: z.int(),
  projectId: z.int(),
  kind: z.enum(['web', 'pdf']),
  title: z.string(),
  author: z.string().nullable(),
  publication: z.string().nullable(),
  publishedDate: z.string().nullable(),
  words: z.int(),
  url: z.string().describe('The page that it was read from, or the file of a PDF'),
});

/** Tools that list what there is. */
export const LIST_TOOLS: readonly Tool[] = [
  tool({
    name: 'list_transcripts',
    title: 'List transcripts',
    description:
      "Lists the person's own transcripts, or all transcripts of one project, newest first, with their ids, lengths and states.",
    needs: [listProjectTranscripts],
    input: z.object({
      projectId: ProjectRef.optional().describe("A project's id; absent: the person's own library"),
      cursor: Cursor,
    }),
    output: z.object({ total: z.int(), transcripts: z.array(ListedTranscript), nextCursor: NextCursor }),
    hints: READS,
    hasMaterial: true,
    run: async ({ projectId, cursor }, call) => {
      const { items, total } = await pageOfTranscripts(call, { projectId, from: cursor });
      const listed = items.map((item) => presentListed(item, call.links));
      const { content } = pageOfItems(listed, { from: 0, budget: ANSWER_BUDGET });
      const given = cursor + content.length;
      const next = content.length > 0 && given < total ? given : null;
      return { total, transcripts: content, nextCursor: nextCursorOf(next) };
    },
  }),

  tool({
    name: 'list_projects',
    title: 'List projects',
    description:
      'Lists the projects that the person is a member of, newest first, with their ids, what is in them, and the role of the person there.',
    needs: [listProjects],
    input: z.object({ cursor: Cursor }),
    output: z.object({
      total: z.int(),
      projects: z.array(
        z.object({
          projectId: z.int(),
          name: z.string(),
          description: z.string().nullable(),
          transcripts: z.int(),
          articles: z.int(),
          members: z.int(),
          role: z.string(),
          url: z.string(),
        }),
      ),
      nextCursor: NextCursor,
    }),
    hints: READS,
    hasMaterial: true,
    run: async ({ cursor }, { call, links }) => {
      const projects = (await call(listProjects, {})).map((project) => ({
        projectId: project.id,
        name: project.name,
        description: project.description && cutToBudget(project.description, LONGEST_DESCRIPTION).text,
        transcripts: project.transcriptCount,
        articles: project.articleCount,
        members: project.memberCount,
        role: project.role,
        url: links.project(project.id),
      }));
      const { content, next } = pageOfItems(projects, { from: cursor, budget: ANSWER_BUDGET });
      return { total: projects.length, projects: content, nextCursor: nextCursorOf(next) };
    },
  }),

  tool({
    name: 'list_articles',
    title: 'List articles',
    description: 'Lists the articles (web pages and PDFs) of a project, newest first, with their ids.',
    needs: [listArticles],
    input: z.object({ projectId: ProjectRef, cursor: Cursor }),
    output: z.object({ total: z.int(), articles: z.array(ArticleFacts), nextCursor: NextCursor }),
    hints: READS,
    hasMaterial: true,
    run: async ({ projectId, cursor }, { call, links }) => {
      const params = { id: ProjectId.parse(projectId) };
      const articles = await call(listArticles, { params, query: { content: 'false' } });
      const { content, next } = pageOfItems(
        articles.map((article) => factsOf(article, links)),
        { from: cursor, budget: ANSWER_BUDGET },
      );
      return { total: articles.length, articles: content, nextCursor: nextCursorOf(next) };
    },
  }),
];

/** Some transcripts from a place in the list on, newest first: of a project, or else of the person, as far as the token reaches. */
export async function pageOfTranscripts(
  { call, reach }: Pick<ToolCall, 'call' | 'reach'>,
  { projectId, from }: { projectId?: number | undefined; from: number },
): Promise<{ items: TranscriptListItem[]; total: number }> {
  const wanted = projectId ?? reach;
  if (wanted !== null) {
    const all = await call(listProjectTranscripts, { params: { id: ProjectId.parse(wanted) } });
    return { items: all.slice(from, from + LIST_PAGE), total: all.length };
  }
  // An answer may have ended within a page: the rest of it comes first.
  const query = { page: Math.floor(from / LIST_PAGE) + 1, limit: LIST_PAGE };
  // With a page asked for, it is one.
  const { transcripts, pagination } = (await call(listTranscripts, { query })) as TranscriptListPage;
  return { items: transcripts.slice(from % LIST_PAGE), total: pagination.totalCount };
}

function presentListed(item: TranscriptListItem, links: ToolCall['links']): z.infer<typeof ListedTranscript> {
  return {
    transcriptId: item.id,
    title: item.title,
    status: item.status,
    durationSeconds: item.duration,
    words: item.wordCount,
    projectId: item.projectId,
    projectName: item.projectName,
    createdAt: item.createdAt,
    url: links.transcript(item.id),
  };
}
