import { z } from 'zod';
import { ProjectId, TranscriptId } from './ids.ts';
import { PresentPerson } from './presence.ts';
import { Stage } from './transcripts.ts';

/**
 * Path of the server-sent events for the signed-in person, `?window=` with the window's id if it says where it is (presence.ts).
 * Event name = `type`, data = JSON of the rest.
 */
export const EVENTS_PATH = '/api/events';

/** The events that the server sends to a person's open windows. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('transcript.progress'),
    id: TranscriptId,
    /** 0 to 100, of the whole job. */
    percent: z.number(),
    stage: Stage,
    /** What was just recognized, if anything: its place in the recording, in seconds, because later words may be recognized before earlier ones. */
    said: z.object({ start: z.number(), end: z.number(), text: z.string() }).optional(),
  }),
  z.object({ type: z.literal('transcript.changed'), id: TranscriptId }),
  z.object({ type: z.literal('list.changed') }),
  /** The highlights and comments of a transcript have changed and must be refetched. */
  z.object({ type: z.literal('notes.changed'), id: TranscriptId }),
  /** A clip of the transcript was added, is being made, is ready or gone: the list of clips must be refetched. */
  z.object({ type: z.literal('clips.changed'), id: TranscriptId }),
  /** The search for the transcript's speakers was started, is further, is ready or gone: it must be refetched. */
  z.object({ type: z.literal('speaker-search.changed'), id: TranscriptId }),
  /** The conversation about a transcript has changed and must be refetched. */
  z.object({ type: z.literal('chat.changed'), id: TranscriptId }),
  /** A summary is being written; sent every few seconds until `summary.changed`. */
  z.object({
    type: z.literal('summary.progress'),
    id: TranscriptId,
    /** 0 to 100. */
    percent: z.number(),
  }),
  /** The summary is finished or has failed: it must be refetched. */
  z.object({ type: z.literal('summary.changed'), id: TranscriptId }),
  /**
   * A project or its content (transcripts, articles, members, invitations) must be refetched; also when it was created or deleted, or the
   * person has joined or left it.
   */
  z.object({ type: z.literal('project.changed'), id: ProjectId }),
  /** The conversation about a project has changed and must be refetched. */
  z.object({ type: z.literal('project.chat'), id: ProjectId }),
  /** The conversation about a person's own library has changed. */
  z.object({ type: z.literal('library.chat') }),
  /** Who else is in the transcript that the window shows; sent to this window alone, and never about its own user. */
  z.object({
    type: z.literal('presence.changed'),
    id: TranscriptId,
    /** Those who write first of all, if not all fit. */
    people: z.array(PresentPerson),
    /** How many more there are. */
    more: z.int(),
  }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;
