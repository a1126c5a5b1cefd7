import { z } from 'zod';
import { getArticle } from '#contract/articles.ts';
import { TranscriptId } from '#contract/ids.ts';
import { MAX_SPEAKER_LABEL_LENGTH } from '#contract/limits.ts';
import { getSummary, type Summary } from '#contract/summary.ts';
import { getTranscript } from '#contract/transcripts.ts';
import { ANSWER_BUDGET, cutToBudget, jsonLength } from './answer-pages.ts';
import { type AskedAbout, linkCitations } from './citations.ts';
import { articleDocument, transcriptDocument } from './documents.ts';
import { ArticleFacts } from './list-tools.ts';
import { READS, type Tool, tool } from './tool.ts';
import { ArticleRef, Cursor, Moment, NextCursor, nextCursorOf, TranscriptRef } from './values.ts';

/** Characters, in JSON, of the parts of a summary of which there are several, and of its shortest text. */
const LONGEST_POINT = 400;
const LONGEST_QUICK_SUMMARY = 1500;

const ShownSummary = z.object({
  quickSummary: z.string(),
  keyPoints: z.array(z.string()),
  mainTopics: z.array(z.string()),
  actionableInsights: z.array(z.string()),
  importantQuotes: z.array(
    z.object({ text: z.string(), speaker: z.string().nullable(), time: z.string().nullable() }),
  ),
  detailedSummary: z.string(),
  tags: z.array(z.string()),
  isOutdated: z.boolean().describe('The text has been edited since'),
  isCut: z.boolean().describe('There is more, at `url`'),
});
type ShownSummary = z.infer<typeof ShownSummary>;

/** Tools that read one thing. */
export const READ_TOOLS: readonly Tool[] = [
  tool({
    name: 'get_transcript',
    title: 'Read a transcript',
    description:
      'Reads what was said in a recording: all of it, a range of time (from, to), or one speaker. A long text comes in parts: go on with `cursor` until `nextCursor` is null. Every line has the time at which it is said; to quote something, add the link to its moment.',
    needs: [getTranscript],
    input: z.object({
      transcriptId: TranscriptRef,
      from: Moment.optional(),
      to: Moment.optional(),
      speaker: z
        .string()
        .max(MAX_SPEAKER_LABEL_LENGTH)
        .optional()
        .describe('Only what this speaker says, by name or label'),
      cursor: Cursor,
    }),
    output: z.object({
      transcriptId: z.int(),
      title: z.string(),
      language: z.string().nullable(),
      durationSeconds: z.number().nullable(),
      createdAt: z.string().nullable(),
      url: z.string(),
      momentUrl: z.string().nullable().describe('Plays from a moment when SECONDS is replaced by a number'),
      speakers: z
        .array(z.object({ label: z.string(), name: z.string() }))
        .describe('Who speaks in the whole recording; `label` is what rename_speaker takes'),
      text: z.string().describe('A line for each passage: [m:ss] speaker: words'),
      nextCursor: NextCursor,
    }),
    hints: READS,
    hasMaterial: true,
    run: async ({ transcriptId, from, to, speaker, cursor }, call) => {
      const wanted = { id: transcriptId, from: cursor, fromSeconds: from, toSeconds: to, speaker };
      const { next, ...part } = await transcriptDocument(call, wanted);
      return { transcriptId, ...part, nextCursor: nextCursorOf(next) };
    },
  }),

  tool({
    name: 'get_summary',
    title: 'Read a summary',
    description:
      'Reads the summary of a recording: what it is about, key points, topics, next steps and quotes, with links that play the moments. `summary` is null if nobody has had one written yet: then read the transcript.',
    needs: [getSummary],
    input: z.object({ transcriptId: TranscriptRef }),
    output: z.object({ transcriptId: z.int(), url: z.string(), summary: ShownSummary.nullable() }),
    hints: READS,
    hasMaterial: true,
    run: async ({ transcriptId }, { call, links }) => {
      const summary = await call(getSummary, { params: { id: TranscriptId.parse(transcriptId) } });
      const url = links.transcript(transcriptId);
      return { transcriptId, url, summary: summary && shown(summary, { transcriptId, links }) };
    },
  }),

  tool({
    name: 'get_article',
    title: 'Read an article',
    description:
      'Reads the text of an article of a project. A long text comes in parts: go on with `cursor` until `nextCursor` is null.',
    needs: [getArticle],
    input: z.object({ articleId: ArticleRef, cursor: Cursor }),
    output: ArticleFacts.extend({ text: z.string(), nextCursor: NextCursor }),
    hints: READS,
    hasMaterial: true,
    run: async ({ articleId, cursor }, call) => {
      const { article, text, next } = await articleDocument(call, { id: articleId, from: cursor });
      return { ...article, text, nextCursor: nextCursorOf(next) };
    },
  }),
];

/** A summary with links instead of marks, cut so that it fits into an answer. */
function shown(found: Summary, about: AskedAbout): ShownSummary {
  let isCut = false;
  const cut = (text: string, budget: number) => {
    const short = cutToBudget(text, budget);
    isCut ||= short.isCut;
    return short.text;
  };
  const linked = (text: string, budget: number) => cut(linkCitations(text, about).text, budget);
  const points = (texts: readonly string[]) => texts.map((text) => linked(text, LONGEST_POINT));
  const short = {
    quickSummary: linked(found.quickSummary, LONGEST_QUICK_SUMMARY),
    keyPoints: points(found.keyPoints),
    mainTopics: found.mainTopics,
    actionableInsights: points(found.actionableInsights),
    importantQuotes: found.importantQuotes.map(({ text, speaker, timestamp }) => ({
      text: cut(text, LONGEST_POINT),
      speaker: speaker ?? null,
      time: timestamp ?? null,
    })),
    tags: found.tags,
    isOutdated: found.outdated,
  };
  const detailedSummary = linked(found.detailedSummary, ANSWER_BUDGET - jsonLength(short));
  return { ...short, detailedSummary, isCut };
}
