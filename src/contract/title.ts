import { z } from 'zod';
import { MAX_TITLE_LENGTH } from './limits.ts';

/** What a transcript or an article is called. */
export const Title = z
  .string()
  .trim()
  .min(1, 'Title cannot be empty')
  .max(MAX_TITLE_LENGTH, `The title can have at most ${MAX_TITLE_LENGTH} characters.`);
