import { z } from 'zod';
import { Success } from './auth.ts';
import { EditResult } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { TranscriptId } from './ids.ts';
import { MAX_SPEAKERS } from './limits.ts';

const ById = z.object({ id: TranscriptId });

const SpeakerCount = z.int().min(1).max(MAX_SPEAKERS).nullable().default(null);

export const SpeakerSearchStatus = z.enum(['processing', 'ready', 'failed']);
export type SpeakerSearchStatus = z.infer<typeof SpeakerSearchStatus>;

/** A search for the speakers of a finished transcript, and what it would change. */
export const SpeakerSearch = z.object({
  status: SpeakerSearchStatus,
  /** How many people speak, as somebody said; null: that is found out. */
  speakers: z.int().nullable(),
  /** 0 to 100. */
  progressPercent: z.number(),
  /** Why it failed, to be shown; null otherwise. */
  errorMessage: z.string().nullable(),
  /** What applying it would do to the text as it is now; null until it is ready. */
  outcome: z
    .object({
      /** How many speakers the text has now, and would have. */
      speakersBefore: z.int(),
      speakersAfter: z.int(),
      /** How many segments would change. */
      changedSegments: z.int(),
    })
    .nullable(),
});
export type SpeakerSearch = z.infer<typeof SpeakerSearch>;

export const startSpeakerSearch = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/speaker-search',
  summary:
    'Find out anew who speaks, without recognizing again. Nothing changes until the result is applied. Replaces an earlier result.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  body: z.object({ speakers: SpeakerCount }).prefault({}),
  response: SpeakerSearch,
});

export const getSpeakerSearch = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/speaker-search',
  summary:
    'The search for the speakers of the current text, if there is one that was neither applied nor discarded.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: z.object({
    search: SpeakerSearch.nullable(),
    /** Whether a search could tell the speakers apart better than it was done: now, or once the network of voices is there. */
    better: z.enum(['now', 'later']).nullable(),
  }),
});

export const applySpeakerSearch = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/speaker-search/apply',
  summary:
    'Give the text the speakers that were found, as one step that can be undone. Segments whose speaker somebody set stay as they are.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  response: EditResult,
});

export const endSpeakerSearch = endpoint({
  method: 'DELETE',
  path: '/api/transcripts/:id/speaker-search',
  summary: 'Stop the search, or discard its result.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  response: Success,
});
