import { z } from 'zod';
import { cutText } from './cut-text.ts';
import { MAX_ADDRESS_LENGTH, MAX_SOURCE_QUERY_LENGTH, MAX_TITLE_LENGTH } from './limits.ts';

/** A search for a podcast or a video, as typed. */
export const SourceQuery = z
  .string()
  .trim()
  .min(1, 'Type what you are looking for.')
  .max(MAX_SOURCE_QUERY_LENGTH, `A search can have at most ${MAX_SOURCE_QUERY_LENGTH} characters.`);

/** The address of a recording on the web. The server decides whether it may be fetched. */
export const SourceAddress = z
  .string()
  .trim()
  .max(MAX_ADDRESS_LENGTH, 'This address is too long.')
  .pipe(z.url({ protocol: /^https?$/, error: 'This is not a web address (http or https).' }));

/** The recording's title at its source; a longer one is truncated, not refused. */
export const SourceTitle = z
  .string()
  .max(10_000)
  .default('')
  .transform((title) => cutText(title.trim(), MAX_TITLE_LENGTH).trim());
