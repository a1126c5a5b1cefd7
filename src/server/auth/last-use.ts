import type { LastUse } from '#contract/tokens.ts';

/** How often the use of an access token or of an assistant is noted at most. */
export const USE_NOTED_EVERY_MS = 60_000;
const MAX_PROGRAM_LENGTH = 300;

/** Who makes a request, as far as the request says. */
export interface UsedBy {
  address: string;
  /** Its User-Agent. */
  program: string | undefined;
}

/** A use as it is noted. */
export function noteOfUse({ address, program = '' }: UsedBy): { lastAddress: string; lastProgram: string } {
  return { lastAddress: address, lastProgram: program.slice(0, MAX_PROGRAM_LENGTH) };
}

interface Used {
  lastUsedAt: Date | null;
  lastAddress: string | null;
  lastProgram: string | null;
}

/** The last use that was noted; null if there was none. */
export function presentLastUse({ lastUsedAt, lastAddress, lastProgram }: Used): LastUse | null {
  return (
    lastUsedAt && { at: lastUsedAt.toISOString(), address: lastAddress ?? '', program: lastProgram ?? '' }
  );
}
