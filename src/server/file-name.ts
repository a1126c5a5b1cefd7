import { cutText } from '#contract/cut-text.ts';
import { MAX_FILE_NAME_LENGTH } from '#contract/limits.ts';

/** A file's name in a Content-Disposition, encoded according to RFC 8187. */
export function dispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}

/**
 * A file's name as text to display: without folders and control characters, at most 255 characters, extension kept; `otherwise`
 * if nothing is left.
 */
export function plainFileName(name: string, otherwise = 'recording'): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  if (clean.length <= MAX_FILE_NAME_LENGTH) return clean || otherwise;
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? '';
  return cutText(clean, MAX_FILE_NAME_LENGTH - ending.length) + ending;
}
