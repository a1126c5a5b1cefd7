import { z } from 'zod';
import { TranscriptId } from '#contract/ids.ts';
import { LanguageTag } from '#contract/languages.ts';
import { MAX_TITLE_LENGTH } from '#contract/limits.ts';
import { transcribePodcast } from '#contract/podcasts.ts';
import { SourceAddress } from '#contract/sources.ts';
import { getTranscript, Stage, type TranscriptListItem } from '#contract/transcripts.ts';
import { transcribeVideo } from '#contract/youtube.ts';
import { fileTitle } from '#domain/recording-title.ts';
import { videoIdOf } from '#domain/video-links.ts';
import { ANSWER_BUDGET, pageOfItems } from './answer-pages.ts';
import { pageOfTranscripts } from './list-tools.ts';
import { READS, type Tool, type ToolCall, tool } from './tool.ts';
import { Status, TranscriptRef } from './values.ts';

const StateOfOne = z.object({
  transcriptId: z.int(),
  title: z.string(),
  status: Status,
  stage: Stage.nullable().describe('What is being done now'),
  progressPercent: z.number(),
  problem: z.string().nullable().describe('Why it failed'),
  url: z.string(),
});

/** Tools that bring recordings in, and say how far they are. */
export const TRANSCRIBE_TOOLS: readonly Tool[] = [
  tool({
    name: 'transcribe_url',
    title: 'Transcribe from an address',
    description:
      "Has a recording on the web transcribed into the person's library: a video link of YouTube, or the address of an audio or video file, such as a podcast episode's. It takes minutes: upload_status says how far it is. The same address while it is being transcribed is not begun twice.",
    needs: [transcribePodcast, transcribeVideo],
    input: z.object({
      url: SourceAddress,
      title: z.string().trim().max(MAX_TITLE_LENGTH).optional().describe('Absent: from the address'),
      language: LanguageTag.optional().describe('What is spoken ("de", "pt-BR"); absent: found out'),
      withSpeakers: z
        .boolean()
        .default(true)
        .describe(
          'Of a video: false takes its captions if it has any, which is quicker and tells no speakers',
        ),
    }),
    output: z.object({ transcriptId: z.int(), url: z.string() }),
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    hasMaterial: false,
    run: async ({ url, title, language = null, withSpeakers }, { call, links }) => {
      const { transcriptId } =
        videoIdOf(url) === null
          ? await call(transcribePodcast, { body: { url, title: title || titleOf(url), language } })
          : await call(transcribeVideo, { body: { url, enhancedMode: withSpeakers, language } });
      return { transcriptId, url: links.transcript(transcriptId) };
    },
  }),

  tool({
    name: 'upload_status',
    title: 'See how transcribing is going',
    description:
      'Says how far one recording is on its way to a transcript, or, without an id, which of the newest recordings are on their way or have failed.',
    needs: [getTranscript],
    input: z.object({ transcriptId: TranscriptRef.optional() }),
    output: z.object({ recordings: z.array(StateOfOne) }),
    hints: READS,
    hasMaterial: true,
    run: async ({ transcriptId }, call) => {
      const states = (await stateOf(call, transcriptId)).map((item) => presentState(item, call.links));
      return { recordings: pageOfItems(states, { from: 0, budget: ANSWER_BUDGET }).content };
    },
  }),
];

/** The name of the file, which episodes' addresses have at their end. */
function titleOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  const name = pathname.split('/').at(-1) ?? '';
  return fileTitle(safelyDecoded(name)).slice(0, MAX_TITLE_LENGTH).trim() || hostname;
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('\0', ' ');
  } catch {
    return text;
  }
}

async function stateOf(call: ToolCall, transcriptId: number | undefined): Promise<TranscriptListItem[]> {
  if (transcriptId !== undefined)
    return [await call.call(getTranscript, { params: { id: TranscriptId.parse(transcriptId) } })];
  const { items } = await pageOfTranscripts(call, { from: 0 });
  return items.filter(({ status, stage }) => status !== 'completed' || stage !== null);
}

function presentState(item: TranscriptListItem, links: ToolCall['links']): z.infer<typeof StateOfOne> {
  return {
    transcriptId: item.id,
    title: item.title,
    status: item.status,
    stage: item.stage,
    progressPercent: item.progressPercent,
    problem: item.errorMessage,
    url: links.transcript(item.id),
  };
}
