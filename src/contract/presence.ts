import { z } from 'zod';
import { Success } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { SegmentId, TranscriptId, UserId } from './ids.ts';

/** A window of somebody's browser: 128 random bits, base64url, made by the window when it loads. */
export const WindowId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/)
  .brand('WindowId');
export type WindowId = z.infer<typeof WindowId>;

/** How many colours people have; the page has a token for each. */
export const PERSON_COLORS = 8;

/** Somebody else who has the same transcript open. */
export const PresentPerson = z.object({
  id: UserId,
  name: z.string(),
  /** From 1 to `PERSON_COLORS`; always the same for a person. */
  color: z.int(),
  /** The passage in which they write; null for those who read. */
  segmentId: SegmentId.nullable(),
});
export type PresentPerson = z.infer<typeof PresentPerson>;

const ById = z.object({ id: TranscriptId });

export const sayPresence = endpoint({
  method: 'PUT',
  path: '/api/transcripts/:id/presence',
  summary:
    'Say that a window shows this transcript, and in which passage its user writes. It counts while the window listens to the events, until it says something else or leaves.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  body: z.object({
    /** As named in the address of the window's events. */
    window: WindowId,
    /** Null: no passage is being written. */
    segmentId: SegmentId.nullable(),
  }),
  response: Success,
});

export const endPresence = endpoint({
  method: 'DELETE',
  path: '/api/transcripts/:id/presence',
  summary:
    'Say that a window no longer shows this transcript, which may be gone. Closing its events says so, too.',
  caller: 'signed-in',
  scope: 'write',
  params: ById,
  query: z.object({ window: WindowId }),
  response: Success,
});
