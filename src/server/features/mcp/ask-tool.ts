import { z } from 'zod';
import { AnalysisProviderName, AnswerState, askTranscript, Question } from '#contract/chat.ts';
import { askLibrary, askProject, type CollectionMessage } from '#contract/collection-chat.ts';
import { ProjectId, TranscriptId } from '#contract/ids.ts';
import { ANSWER_BUDGET, cutToBudget, jsonLength, pageOfItems } from './answer-pages.ts';
import { type AskedAbout, linkCitations } from './citations.ts';
import { type Tool, type ToolCall, ToolProblem, tool } from './tool.ts';
import { ProjectRef, TranscriptRef } from './values.ts';
import { VIEW_URI } from './view.ts';

const Answer = z.object({
  answer: z.string().describe('Markdown; its citations are links'),
  state: AnswerState.describe('complete; or stopped or cut_off: only a part of the answer'),
  answeredBy: AnalysisProviderName.describe(
    'extractive: there is no language model here, and these are quotes',
  ),
  citations: z
    .array(
      z.object({
        kind: z.enum(['moment', 'article']),
        id: z.int().describe('Of the transcript or the article'),
        title: z.string().nullable(),
        seconds: z.number().nullable(),
        quote: z.string().nullable(),
        url: z.string(),
      }),
    )
    .describe('Each was checked against the source: the link to a moment plays what was said'),
  conversationUrl: z.string().describe('Where people read the question and the answer'),
});
type Answer = z.input<typeof Answer>;

/** How often a waiting client is told that the answer is being written. */
const REPORT_MS = 2000;

/** Asks about a transcript, a project, or the whole library, in its conversation. */
export const ASK_TOOL: Tool = tool({
  name: 'ask',
  title: 'Ask about recordings',
  description:
    'Has a question answered from one transcript, from everything in a project, or from the whole library, with citations that were checked and links that play the moment. Question and answer are added to the conversation there, where its other readers see them. It can take a minute.',
  needs: [askTranscript],
  input: z.object({
    question: Question,
    transcriptId: TranscriptRef.optional().describe('To ask about one transcript'),
    projectId: ProjectRef.optional().describe('To ask about a whole project'),
  }),
  output: Answer,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  view: VIEW_URI,
  hasMaterial: true,
  run: async ({ question, transcriptId, projectId }, call) => {
    if (transcriptId !== undefined && projectId !== undefined)
      throw new ToolProblem('Give a transcriptId or a projectId, not both; neither: the whole library.');
    call.report('Reading.');
    const beat = setInterval(() => call.report('Still reading and writing.'), REPORT_MS);
    try {
      if (transcriptId !== undefined) return await askOne(call, transcriptId, question);
      return await askCollection(call, projectId ?? call.reach, question);
    } finally {
      clearInterval(beat);
    }
  },
});

async function askOne({ call, links }: ToolCall, transcriptId: number, question: string): Promise<Answer> {
  const params = { id: TranscriptId.parse(transcriptId) };
  const { answer, state, provider } = await call(askTranscript, { params, body: { question } });
  return linkedAnswer(
    answer,
    { transcriptId, links },
    { state, provider, url: links.transcript(transcriptId) },
  );
}

async function askCollection(
  { call, links }: ToolCall,
  projectId: number | null,
  question: string,
): Promise<Answer> {
  const body = { question };
  const { message } =
    projectId === null
      ? await call(askLibrary, { body })
      : await call(askProject, { params: { id: ProjectId.parse(projectId) }, body });
  return linkedAnswer(message.content, aboutOf(message, links), {
    state: message.state,
    // An answer always has one.
    provider: message.provider ?? 'extractive',
    url: projectId === null ? links.ask : `${links.project(projectId)}?tab=chat`,
  });
}

function aboutOf({ transcripts, citations }: CollectionMessage, links: ToolCall['links']): AskedAbout {
  return {
    links,
    titles: new Map(transcripts.map((each) => [each.transcriptId, each.transcriptTitle])),
    articles: new Map(
      citations.map(({ articleId, articleTitle, articleUrl }) => [
        articleId,
        { title: articleTitle, url: links.article({ id: articleId, url: articleUrl }) },
      ]),
    ),
  };
}

function linkedAnswer(
  text: string,
  about: AskedAbout,
  { state, provider, url }: { state: AnswerState; provider: AnalysisProviderName; url: string },
): Answer {
  const linked = linkCitations(text, about);
  const { text: short, isCut } = cutToBudget(linked.text, ANSWER_BUDGET / 2);
  const answer = isCut ? `${short} (The rest is at ${url}.)` : short;
  const { content } = pageOfItems(linked.citations, { from: 0, budget: ANSWER_BUDGET - jsonLength(answer) });
  return { answer, state, answeredBy: provider, citations: content, conversationUrl: url };
}
