import { z } from 'zod';
import { Success } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { ArticleId, ProjectId } from './ids.ts';
import { MAX_ADDRESS_LENGTH } from './limits.ts';
import { Title } from './title.ts';

export const ArticleType = z.enum(['web', 'pdf']);
export type ArticleType = z.infer<typeof ArticleType>;

export const Article = z.object({
  id: ArticleId,
  projectId: ProjectId,
  type: ArticleType,
  title: z.string(),
  author: z.string().nullable(),
  /** The site or the journal. */
  publication: z.string().nullable(),
  /** As given by the source: a day ('2024-03-05') or a moment in ISO 8601. */
  publishedDate: z.string().nullable(),
  /** For a web page: its address after redirects. For a PDF: where members can open its file ('/api/articles/12/file'). */
  url: z.string().nullable(),
  /** Plain text, paragraphs separated by a blank line; empty if only the list's facts were requested. */
  content: z.string(),
  wordCount: z.int(),
  metadata: z.object({
    /** The beginning, or the page's own description. */
    excerpt: z.string().nullable(),
    /** Of a PDF. */
    pageCount: z.int().nullable(),
    /** Of a PDF: the name of the file. */
    filename: z.string().nullable(),
  }),
  createdAt: z.iso.datetime(),
});
export type Article = z.infer<typeof Article>;

export const listArticles = endpoint({
  method: 'GET',
  path: '/api/projects/:id/articles',
  summary: 'The articles of a project, newest first; with `content=false` without their texts.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: z.object({ id: ProjectId }),
  query: z.object({ content: z.enum(['true', 'false']).default('true') }),
  response: z.array(Article),
});

const ById = z.object({ id: ArticleId });

export const getArticle = endpoint({
  method: 'GET',
  path: '/api/articles/:id',
  summary: 'One article with its text.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: Article,
});

export const addWebArticle = endpoint({
  method: 'POST',
  path: '/api/articles/web',
  summary:
    'Add the article at an address to a project. 422 with `paywallDetected` if it is behind a paywall; 409 if the project already has it.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  status: 201,
  body: z.object({
    url: z
      .string()
      .trim()
      .min(1, 'Please enter a valid URL')
      .max(MAX_ADDRESS_LENGTH, 'This URL is too long.'),
    projectId: ProjectId,
  }),
  response: Article,
});

/** A multipart form: the file as `pdf`, and `projectId`. */
export const UPLOAD_PDF_PATH = '/api/articles/upload-pdf';
/** The file of a PDF article, at `/api/articles/{id}/file`. */
export const articleFilePath = (id: ArticleId | ':id') => `/api/articles/${id}/file`;

export const updateArticle = endpoint({
  method: 'PATCH',
  path: '/api/articles/:id',
  summary: 'Give an article another title.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  body: z.object({ title: Title }),
  response: Success,
});

export const deleteArticle = endpoint({
  method: 'DELETE',
  path: '/api/articles/:id',
  summary: 'Delete an article from its project.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  response: Success,
});
