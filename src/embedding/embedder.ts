/**
 * Turns texts into vectors that lie near each other if the texts mean the same. Every implementation passes `embedder.compliance.ts`.
 */
export interface Embedder {
  readonly name: 'local' | 'server';
  /** The model. Vectors of different versions say nothing about each other, so stored ones are kept with it. */
  readonly version: string;
  /** How many numbers a vector has; null if that is not known before the first answer. */
  readonly dimensions: number | null;
  /** The languages whose texts it understands, as BCP 47 tags; null if nobody knows. */
  readonly languages: readonly string[] | null;
  /**
   * Finds out whether it can work, for the operator's eyes at the start. Rejects with EmbedderUnavailable if it cannot until somebody does
   * something, with EmbeddingFailed if it only fails now, or with the signal's reason.
   */
  check(signal: AbortSignal): Promise<void>;
  /**
   * A vector of length 1 for each text, in their order, whatever stands beside it. A text of nothing but white space gets zeros, which are near
   * nothing. Of a text longer than `MAX_TEXT` characters, only the beginning counts. Rejects as `check` does.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  /** Ends child processes and calls; running and later calls are rejected. */
  close(): Promise<void>;
}

/** The characters of a text that count: several times the longest passage. */
export const MAX_TEXT = 40_000;

/** The beginning of a text that counts, without half a character at its end. */
export function countedText(text: string): string {
  return text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT).toWellFormed();
}
