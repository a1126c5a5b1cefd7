import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { TranscriptId } from './ids.ts';

export const getMediaToken = endpoint({
  method: 'GET',
  path: '/api/media-token/:id',
  summary: 'A token for the media of one transcript, valid for one hour.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: z.object({ id: TranscriptId }),
  response: z.object({ token: z.string() }),
});

export const getMediaCdnUrl = endpoint({
  method: 'GET',
  path: '/api/media-cdn-url/:id',
  summary: 'The address in the media store if there is one; otherwise the server streams the recording.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: z.object({ id: TranscriptId }),
  response: z.object({
    cdnUrl: z.string().nullable(),
    expiresIn: z.int(),
    useLocalStreaming: z.boolean(),
    message: z.string(),
  }),
});
