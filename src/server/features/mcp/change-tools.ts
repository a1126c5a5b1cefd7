import { z } from 'zod';
import { SpeakerName } from '#contract/edits.ts';
import { ProjectId, TranscriptId } from '#contract/ids.ts';
import { MAX_SPEAKER_LABEL_LENGTH } from '#contract/limits.ts';
import { assignTranscripts } from '#contract/projects.ts';
import { getTranscript, updateTranscript } from '#contract/transcripts.ts';
import { describeSpeakers } from '#domain/speakers.ts';
import { labelsOf } from './documents.ts';
import { type Tool, ToolProblem, tool } from './tool.ts';
import { ProjectRef, TranscriptRef } from './values.ts';

/** Transcripts that one call moves. */
const MOVED_AT_ONCE = 100;

/** They replace something, and doing it twice changes nothing more. */
const REPLACES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Tools that change things. None of them deletes anything. */
export const CHANGE_TOOLS: readonly Tool[] = [
  tool({
    name: 'add_to_project',
    title: 'Add transcripts to a project',
    description:
      "Moves the person's own transcripts into a project, out of the one in which they are: its members can then read them, and those of the other one no longer. All of them or none.",
    needs: [assignTranscripts],
    input: z.object({
      transcriptIds: z.array(TranscriptRef).min(1).max(MOVED_AT_ONCE),
      projectId: ProjectRef,
    }),
    output: z.object({ projectId: z.int(), transcriptIds: z.array(z.int()), url: z.string() }),
    hints: REPLACES,
    hasMaterial: false,
    run: async ({ transcriptIds, projectId }, { call, links }) => {
      const ids = transcriptIds.map((id) => TranscriptId.parse(id));
      await call(assignTranscripts, { body: { transcriptIds: ids, projectId: ProjectId.parse(projectId) } });
      return { projectId, transcriptIds, url: links.project(projectId) };
    },
  }),

  tool({
    name: 'rename_speaker',
    title: 'Name a speaker',
    description:
      'Gives a speaker of a transcript a name, everywhere in it. Only when you know who it is, from what is said or from the person. It can be undone in the transcript.',
    needs: [getTranscript, updateTranscript],
    input: z.object({
      transcriptId: TranscriptRef,
      speaker: z
        .string()
        .max(MAX_SPEAKER_LABEL_LENGTH)
        .describe('The speaker’s label ("Speaker 1") or present name'),
      name: SpeakerName,
    }),
    output: z.object({ transcriptId: z.int(), label: z.string(), name: z.string(), url: z.string() }),
    hints: REPLACES,
    hasMaterial: false,
    run: async ({ transcriptId, speaker, name }, { call, links }) => {
      const params = { id: TranscriptId.parse(transcriptId) };
      const transcript = await call(getTranscript, { params });
      const [label, ...others] = labelsOf(describeSpeakers(transcript), speaker);
      if (label === undefined || (transcript.showSpeakers && others.length > 0))
        throw new ToolProblem('Several speakers have this name. Say which by its label ("Speaker 1").');
      const speakerNames = { ...transcript.speakerNames, [label]: name };
      await call(updateTranscript, { params, body: { speakerNames } });
      return { transcriptId, label, name, url: links.transcript(transcriptId) };
    },
  }),
];
