import type { Draft } from '#domain/citations.ts';
import type { Nearness } from '#domain/meaning.ts';
import type { ArticlePart, Passage } from '#domain/passages.ts';
import type { RankedPassage } from '#domain/ranked-passage.ts';
import type { SummaryDraft } from '#domain/summary.ts';

/** A transcript as a provider reads it: its passages, with the speakers' current names. */
export interface AnalysisSource {
  title: string;
  /** BCP 47 tag of what is spoken; where it is missing, the text itself tells. */
  language?: string | null;
  passages: readonly Passage[];
}

/** What a question is about. */
export type ChatSource =
  | ({ kind: 'transcript' } & AnalysisSource)
  | {
      kind: 'article';
      title: string;
      author: string | null;
      /** The site or the journal. */
      publication: string | null;
      /** As the source states it. */
      publishedDate: string | null;
      passages: readonly ArticlePart[];
    };

/** One message of the conversation so far. */
export interface ChatTurn {
  role: 'user' | 'assistant';
  text: string;
}

export interface ChatQuestion {
  question: string;
  /** One transcript, or a collection of transcripts and articles. Passage numbers are unique across the sources. */
  sources: readonly ChatSource[];
  /** Given if the sources contain only what was found for this question: their passages, best first. */
  found?: readonly RankedPassage[] | undefined;
  /** How near the passages are to the question in what they mean, as far as that is known; `found` has it in it. */
  nearness?: Nearness | undefined;
  /** Oldest first, without the question. */
  history: readonly ChatTurn[];
}

export interface SummarizeHooks {
  /** Aborting rejects the call with the signal's reason. */
  signal: AbortSignal;
  /** Progress from 0 to 1; never goes backwards and ends at 1. */
  onProgress: (done: number) => void;
}

export interface AnswerHooks {
  /** Aborting rejects the call with the signal's reason. */
  signal: AbortSignal;
  /**
   * The next part of the answer as it is being written, shown until the checked answer replaces it. The parts contain no citation
   * marks.
   */
  onText: (text: string) => void;
}

export interface ReadingHooks extends AnswerHooks {
  /** The sources of which anything is read, reduced to what is read of them; told at most once, before the first text. */
  onRead: (sources: readonly ChatSource[]) => void;
}

/**
 * Answers questions about transcripts and articles, and summarizes a transcript. It returns drafts, which `checkDraft` and
 * `checkSummary` turn into texts for people. Rejects with `AnalysisError`. Every implementation passes `provider.compliance.ts`.
 */
export interface AnalysisProvider {
  readonly name: 'anthropic' | 'openai' | 'extractive';
  summarize(source: AnalysisSource, hooks: SummarizeHooks): Promise<SummaryDraft>;
  answer(question: ChatQuestion, hooks: ReadingHooks): Promise<Draft>;
}
