import { type Article, articleFilePath } from '#contract/articles.ts';

/** The address of a web page that a user typed, with `https://` added if it is missing; null if it cannot be one. */
export function typedAddress(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`;
  return webAddress(address);
}

/** The address of an article's original, on the web or the stored PDF; null if it has none. */
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
