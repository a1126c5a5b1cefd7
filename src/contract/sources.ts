import { z } from 'zod';
import { MAX_ADDRESS_LENGTH, MAX_SOURCE_QUERY_LENGTH, MAX_TITLE_LENGTH } from './limits.ts';

/** What people type to find a podcast or a video. */
export const SourceQuery = z
  .string()
  .trim()
  .min(1, 'Type what you are looking for.')
  .max(MAX_SOURCE_QUERY_LENGTH, `A search can have at most ${MAX_SOURCE_QUERY_LENGTH} characters.`);

/** The address of a recording on the web. Whether the server may go there is for the server to say. */
export const SourceAddress = z
  .string()
  .trim()
  .max(MAX_ADDRESS_LENGTH, 'This address is too long.')
  .pipe(z.url({ protocol: /^https?$/, error: 'This is not a web address (http or https).' }));

/** The title that a recording has where it was found; a longer one is cut, not refused. */
export const SourceTitle = z
  .string()
  .max(10_000)
  .default('')
  .transform((title) => title.trim().slice(0, MAX_TITLE_LENGTH).trim());
