import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the server and its database work.',
  caller: 'anyone',
  response: z.object({
    status: z.literal('ok'),
    version: z.string(),
    /** 'no-memory': recordings wait, as there is too little memory to recognize speech here; absent where none is recognised. */
    speech: z.enum(['ok', 'no-memory']).optional(),
  }),
});
