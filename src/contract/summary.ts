import { z } from 'zod';
import { AnalysisProviderName } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { TranscriptId } from './ids.ts';

/** A summary of what was said. Texts contain `[citation:M:SS]` where they are based on a moment; every quote is verbatim in the transcript. */
export const Summary = z.object({
  /** Seconds; null where unknown. */
  duration: z.number().nullable(),
  wordCount: z.int(),
  tags: z.array(z.string()),
  quickSummary: z.string(),
  keyPoints: z.array(z.string()),
  mainTopics: z.array(z.string()),
  actionableInsights: z.array(z.string()),
  importantQuotes: z.array(
    z.object({
      text: z.string(),
      speaker: z.string().optional(),
      /** 'm:ss'; minutes may exceed 59. */
      timestamp: z.string().optional(),
    }),
  ),
  /** Paragraphs separated by a blank line. */
  detailedSummary: z.string(),
  provider: AnalysisProviderName,
  createdAt: z.iso.datetime(),
  /** Whether the text it is based on has been edited since; regenerating it would include the edits. */
  outdated: z.boolean(),
});
export type Summary = z.infer<typeof Summary>;

const ById = z.object({ id: TranscriptId });

export const getSummary = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/summary',
  summary: 'The summary of a transcript; null before there is one.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: Summary.nullable(),
});

export const makeSummary = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/summary',
  summary:
    'Write the summary, or write it again; it is kept even if the client disconnects. 409 while one is being written.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  response: Summary,
});
