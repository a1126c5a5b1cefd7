/** What tests use of install.mjs. */
type Scope = 'runtime' | 'everything' | 'server';

export const RUNTIME: 'runtime';
export const EVERYTHING: 'everything';
export const SERVER: 'server';

export function planInstall(
  stamp: string,
  lockHash: string,
  wanted: Scope,
): { action: 'nothing' | 'add' | 'replace'; scope: Scope };
export function countMissing(
  lock: { packages: Record<string, { dev?: boolean; os?: string[]; cpu?: string[] }> },
  scope: Scope,
  isThere: (path: string) => boolean,
  machine?: { platform: string; arch: string },
): number;
export function adviceFor(code: string | undefined, what: string): string;
export function isRecent(version: string): boolean;
export function isUnused(path: string): boolean;
export function isFetched(path: string): boolean;
export function withoutBins(path: string): string;
