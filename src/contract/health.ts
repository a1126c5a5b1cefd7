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
    /** 'no-memory': recordings wait because there is too little memory to recognize speech here; absent on nodes that recognize none. */
    speech: z.enum(['ok', 'no-memory']).optional(),
  }),
});
