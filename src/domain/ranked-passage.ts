/** A passage and how well it fits a question. Scores are only meaningful relative to each other. */
export interface RankedPassage {
  number: number;
  score: number;
  /** The share of the question's content words that are in the passage, weighted by rarity; 0 to 1. */
  coverage: number;
}
