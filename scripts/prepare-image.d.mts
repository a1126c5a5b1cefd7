export function packagesImported(names: string[], texts: string[]): string[];
