import { articleFilePath } from '#contract/articles.ts';
import { ArticleId } from '#contract/ids.ts';

/** Addresses of this installation's pages, for people. */
export interface Links {
  home: string;
  /** With seconds: plays from that moment. */
  transcript(id: number, seconds?: number | null): string;
  /** SECONDS in it stands for a number. */
  momentOf(id: number): string;
  project(id: number): string;
  /** Without a slash at its end. */
  origin: string;
  /** Where a person's questions to the whole library are. */
  ask: string;
  /** Of an article: the page that it was read from, or the file of a PDF. */
  article(article: { id: number; url: string | null; projectId?: number }): string;
}

/** `origin`: the address at which people reach this installation. */
export function linksAt(origin: string): Links {
  const transcript = (id: number, seconds?: number | null) =>
    `${origin}/transcript/${id}${seconds == null ? '' : `?t=${Math.round(seconds * 1000) / 1000}`}`;
  const project = (id: number) => `${origin}/projects/${id}`;
  return {
    home: `${origin}/`,
    origin,
    transcript,
    momentOf: (id) => `${transcript(id)}?t=SECONDS`,
    project,
    ask: `${origin}/ask`,
    article: ({ id, url, projectId }) => {
      // The address of a PDF's file is on this site.
      if (url === null) return projectId === undefined ? `${origin}/` : project(projectId);
      return url.startsWith('/') ? origin + articleFilePath(ArticleId.parse(id)) : url;
    },
  };
}
