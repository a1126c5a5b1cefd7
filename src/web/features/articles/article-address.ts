import { type Article, articleFilePath } from '#contract/articles.ts';

/** The address that somebody typed, where it can be one of a web page; null where not. People leave the beginning out. */
export function typedAddress(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`;
  return webAddress(address);
}

/** Where an article can be seen as it is at its source; null for what is no address of a web page, or of its own file here. */
export function originalAddress({ id, url }: Pick<Article, 'id' | 'url'>): string | null {
  if (url === null) return null;
  return url === articleFilePath(id) ? url : webAddress(url);
}

function webAddress(text: string): string | null {
  if (/\s/.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, href } = new URL(text);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && /[.:]|^localhost$/.test(hostname) ? href : null;
}
