import { z } from 'zod';
import type { Draft } from '#domain/citations.ts';
import type { SummaryDraft } from '#domain/summary.ts';
import { AnalysisError } from './analysis-error.ts';

const Statement = z.object({ text: z.string(), passages: z.array(z.number()) });

/** The summary in the form that the model is asked for. */
const SummaryAnswer = z.object({
  quickSummary: z.array(Statement),
  keyPoints: z.array(Statement),
  mainTopics: z.array(z.string()),
  actionableInsights: z.array(Statement),
  importantQuotes: z.array(z.object({ quote: z.string(), passage: z.number() })),
  detailedSummary: z.array(z.array(Statement)),
  tags: z.array(z.string()),
});

// Servers without schema support return variations: texts in place of objects, "p12" in place of 12.
const Numbers = z
  .preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(z.unknown()))
  .transform((values) => values.map(passageNumber).filter((number) => number !== null));
const LooseStatement = z.union([
  z.string().transform((text) => ({ text, passages: [] as number[] })),
  z.object({ text: z.string(), passages: Numbers.default([]) }),
]);
const LooseStatements = listOf(LooseStatement);
const LooseQuote = z.union([
  z.string().transform((quote) => ({ quote, passage: null })),
  z.object({ quote: z.string(), passage: z.unknown().transform(passageNumber) }),
]);
const LooseAnswer = z.object({
  quickSummary: LooseStatements,
  keyPoints: LooseStatements,
  mainTopics: listOf(z.string()),
  actionableInsights: LooseStatements,
  importantQuotes: listOf(LooseQuote),
  detailedSummary: z.preprocess(
    (value) => (typeof value === 'string' ? value.split(/\n{2,}/) : value),
    listOf(LooseStatements),
  ),
  tags: listOf(z.string()),
});

/** The JSON schema of the answer, in the form that both services accept: every field required, no additional ones. */
export function summarySchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(SummaryAnswer);
  return schema;
}

/**
 * Parses a model's summary: ignores code fences and words around the object, and treats fields of a wrong type as empty. Throws
 * `bad_answer` if there is no object or nothing in it.
 */
export function parseSummaryAnswer(text: string): SummaryDraft {
  const parsed = LooseAnswer.safeParse(findObject(text));
  if (!parsed.success) throw new AnalysisError({ code: 'bad_answer' });
  const { quickSummary, keyPoints, detailedSummary, importantQuotes, actionableInsights, ...labels } =
    parsed.data;
  if (quickSummary.length + keyPoints.length + detailedSummary.length === 0) {
    throw new AnalysisError({ code: 'bad_answer' });
  }
  return {
    quickSummary: quickSummary.flatMap(toDraft),
    keyPoints: keyPoints.map(toDraft),
    actionableInsights: actionableInsights.map(toDraft),
    detailedSummary: detailedSummary.map((sentences) => sentences.flatMap(toDraft)),
    importantQuotes: importantQuotes.map(({ quote, passage }) => ({
      quote,
      ...(passage !== null && { passage }),
    })),
    ...labels,
  };
}

/** An empty summary. */
export const EMPTY_SUMMARY: SummaryDraft = {
  quickSummary: [],
  keyPoints: [],
  mainTopics: [],
  actionableInsights: [],
  importantQuotes: [],
  detailedSummary: [],
  tags: [],
};

function toDraft({ text, passages }: { text: string; passages: readonly number[] }): Draft {
  return [{ kind: 'prose', text: `${text.trim()} `, references: passages.map((passage) => ({ passage })) }];
}

/** A list without its malformed items; a value that is not a list counts as one item or none. */
function listOf<T extends z.ZodType>(item: T) {
  return z
    .preprocess(
      (value) => (Array.isArray(value) ? value : value == null ? [] : [value]),
      z.array(z.unknown()),
    )
    .transform((values) =>
      values.flatMap((value) => {
        const parsed = item.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );
}

function passageNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  const digits = typeof value === 'string' ? /\d{1,7}/.exec(value)?.[0] : undefined;
  return digits === undefined ? null : Number(digits);
}

function findObject(text: string): unknown {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to <= from) return null;
  const json = text.slice(from, to + 1);
  for (const candidate of [json, json.replaceAll(/,\s*([\]}])/g, '$1')]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next form may be readable; if none is, the caller reports a bad answer.
    }
  }
  return null;
}
