import { z } from 'zod';
import { TranscriptId } from '#contract/ids.ts';
import { MEDIA_TOKEN_MS } from '#contract/limits.ts';
import { getMediaToken } from '#contract/media.ts';
import { getTranscript } from '#contract/transcripts.ts';
import { READS, type Tool, ToolProblem, tool } from './tool.ts';
import { TranscriptRef } from './values.ts';

/** Gives the view of an answer what it plays. */
export const PLAY_TOOL: Tool = tool({
  name: 'play_address',
  title: 'Play a recording',
  description: 'For the player in the conversation: the address from which a recording plays for an hour.',
  needs: [getMediaToken, getTranscript],
  input: z.object({ transcriptId: TranscriptRef }),
  output: z.object({ url: z.string(), expiresInSeconds: z.int() }),
  hints: { ...READS, idempotentHint: false },
  isForView: true,
  hasMaterial: false,
  run: async ({ transcriptId }, { call, links }) => {
    const params = { id: TranscriptId.parse(transcriptId) };
    const { mediaUrl } = await call(getTranscript, { params });
    if (mediaUrl === null) throw new ToolProblem('This transcript has no recording that plays.');
    const { token } = await call(getMediaToken, { params });
    return { url: `${links.origin}${mediaUrl}?token=${token}`, expiresInSeconds: MEDIA_TOKEN_MS / 1000 };
  },
});
