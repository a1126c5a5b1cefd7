import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { listArticles } from '#contract/articles.ts';
import { listProjects } from '#contract/projects.ts';
import { getTranscript } from '#contract/transcripts.ts';
import { mayCall } from '../../auth/actor.ts';
import { CallRefused } from './call.ts';
import { articleDocument, type DocumentPart, transcriptDocument } from './documents.ts';
import { pageOfTranscripts } from './list-tools.ts';
import { type Assistant, MATERIAL_NOTICE, messageOf, ToolProblem } from './tool.ts';
import { readView, VIEW_MIME_TYPE, VIEW_URI } from './view.ts';

/** Of a project's articles, in one answer. */
const ARTICLES_LISTED = 50;
const TEXT = 'text/plain';

const READERS = { transcript: transcriptDocument, article: articleDocument } as const;
const DESCRIPTIONS = {
  transcript: 'What was said in a recording, with times and speakers. A long one goes on at ?cursor=',
  article: 'The text of a web page or PDF of a project. A long one goes on at ?cursor=',
} as const;

/** Transcripts and articles as resources: `transcript://5` and `article://7`; the next part of a long one with `?cursor=`. */
export function addResources(server: McpServer, assistant: Assistant): void {
  if (!mayCall(assistant.actor, getTranscript)) return;
  for (const kind of ['transcript', 'article'] as const) {
    server.registerResource(
      kind,
      new ResourceTemplate(`${kind}://{id}`, { list: undefined }),
      {
        title: kind === 'transcript' ? 'Transcript' : 'Article',
        description: DESCRIPTIONS[kind],
        mimeType: TEXT,
      },
      (uri) => protocolErrors(assistant, uri, () => read(assistant, kind, uri)),
    );
  }
  server.registerResource(
    'passages',
    VIEW_URI,
    { title: 'Passages that play', mimeType: VIEW_MIME_TYPE },
    async () => {
      const ui = { csp: { resourceDomains: [assistant.links.origin] }, prefersBorder: true };
      return {
        contents: [{ uri: VIEW_URI, mimeType: VIEW_MIME_TYPE, text: await readView(), _meta: { ui } }],
      };
    },
  );
  // The library's own list has no pages.
  server.server.setRequestHandler('resources/list', ({ params }) =>
    protocolErrors(assistant, undefined, () => list(assistant, params?.cursor)),
  );
}

async function read(
  assistant: Assistant,
  kind: 'transcript' | 'article',
  uri: URL,
): Promise<ReadResourceResult> {
  const id = uri.pathname === '' || uri.pathname === '/' ? uri.host : '';
  const cursor = uri.searchParams.get('cursor') ?? '0';
  if (!/^[1-9]\d{0,8}$/.test(id) || !/^\d{1,9}$/.test(cursor)) throw new ResourceNotFoundError(uri.href);
  const part = await READERS[kind](assistant, { id: Number(id), from: Number(cursor) });
  return { contents: [{ uri: uri.href, mimeType: TEXT, text: textOf(part, `${kind}://${id}`) }] };
}

function textOf({ title, text, url, momentUrl, next }: DocumentPart, address: string): string {
  const links = [
    `Address: ${url}`,
    ...(momentUrl === null ? [] : [`A link to a moment: ${momentUrl} (replace SECONDS)`]),
    ...(next === null ? [] : [`There is more: ${address}?cursor=${next}`]),
  ];
  return `${MATERIAL_NOTICE}\n${links.join('\n')}\n\n${title}\n\n${text}`;
}

// An interface would not do: the protocol's answers may have other fields.
type ResourceList = {
  resources: Resource[];
  nextCursor?: string;
};

/** A page of the person's transcripts, or after the last of them, of the articles of one project after the other. */
async function list(assistant: Assistant, cursor = '0'): Promise<ResourceList> {
  const [, projectAt, articleAt] = /^articles:(\d{1,6}):(\d{1,6})$/.exec(cursor) ?? [];
  if (projectAt !== undefined && articleAt !== undefined)
    return listProjectArticles(assistant, { projectAt: Number(projectAt), articleAt: Number(articleAt) });
  if (!/^\d{1,9}$/.test(cursor)) throw new ToolProblem('This cursor is not valid here.');
  const from = Number(cursor);
  const { items, total } = await pageOfTranscripts(assistant, { from });
  const next = from + items.length;
  return {
    resources: items
      .filter(({ status }) => status === 'completed')
      .map(({ id, title }) => resource('transcript', id, title)),
    nextCursor: next < total && items.length > 0 ? String(next) : 'articles:0:0',
  };
}

async function listProjectArticles(
  { call }: Assistant,
  { projectAt, articleAt }: { projectAt: number; articleAt: number },
): Promise<ResourceList> {
  const projects = (await call(listProjects, {})).filter(({ articleCount }) => articleCount > 0);
  const project = projects[projectAt];
  if (!project) return { resources: [] };
  const articles = await call(listArticles, { params: { id: project.id }, query: { content: 'false' } });
  const next = articleAt + ARTICLES_LISTED;
  const resources = articles.slice(articleAt, next).map(({ id, title }) => resource('article', id, title));
  if (next < articles.length) return { resources, nextCursor: `articles:${projectAt}:${next}` };
  const hasNext = projectAt + 1 < projects.length;
  return { resources, ...(hasNext ? { nextCursor: `articles:${projectAt + 1}:0` } : {}) };
}

function resource(kind: 'transcript' | 'article', id: number, title: string): Resource {
  return { uri: `${kind}://${id}`, name: `${kind} ${id}`, title, mimeType: TEXT };
}

/** Failures as the protocol tells them. */
async function protocolErrors<Answer>(
  { log }: Assistant,
  uri: URL | undefined,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof CallRefused && error.status === 404 && uri)
      throw new ResourceNotFoundError(uri.href);
    const isTheirs = error instanceof ToolProblem || (error instanceof CallRefused && error.status < 500);
    const kind = isTheirs ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(kind, messageOf(error, log));
  }
}
