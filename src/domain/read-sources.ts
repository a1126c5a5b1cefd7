/** What was read for an answer about a collection, by the ids of its sources. */
export interface ReadSources {
  transcripts: readonly number[];
  articles: readonly number[];
  /** How many of them there were. */
  outOf: SourceCounts;
}

export interface SourceCounts {
  transcripts: number;
  articles: number;
}
