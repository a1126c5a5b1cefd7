export function findBrokenCitations(texts: Map<string, string>, paths: readonly string[]): string[];
