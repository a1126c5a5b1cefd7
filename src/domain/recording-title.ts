import { cutText } from '#contract/cut-text.ts';
import { MAX_TITLE_LENGTH } from '#contract/limits.ts';

/** Placeholders that programs write when they have no title. */
const NO_TITLE =
  /^(?:(?:untitled|unknown|no title|title|track|audio ?track|audio|video|recording|voice|file)[\s_#-]*\d*|\d+)$/i;

/** The title from a recording's own metadata (ID3 and the like), on one line and cut to the maximum length of a title; null if there is none. */
export function recordingTitle(tag: string | null): string | null {
  const line = (tag ?? '')
    .toWellFormed()
    .replace(/[\s\p{Cc}\ufffd]+/gu, ' ')
    .trim();
  const title = cutText(line, MAX_TITLE_LENGTH).trim();
  return title === '' || NO_TITLE.test(title) ? null : title;
}

/** A file's name without its extension, as a title. */
export function fileTitle(filename: string): string {
  const title = cutText(filename.replace(/\.[A-Za-z0-9]{1,8}$/, '').trim(), MAX_TITLE_LENGTH);
  return title || 'Untitled recording';
}
