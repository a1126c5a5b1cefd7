import { z } from 'zod';
import type { Installation } from './installation.ts';

/** A log line about a request that was answered with 500. */
const Unexplained = z.object({ code: z.literal('internal'), err: z.looseObject({ stack: z.string() }) });

/** The application's own failures: internal errors, with the reasons in its log, and unexpected exits of processes. */
export function ownFaults({ nodes }: Installation): string[] {
  const lines = nodes.flatMap((node) => node.output().split('\n'));
  const reasons = lines.flatMap((line) => {
    if (!line.includes('"request failed"')) return [];
    const { data } = Unexplained.safeParse(JSON.parse(line));
    return data ? data.err.stack : [];
  });
  return [...new Set(reasons), ...nodes.flatMap(({ ownEnds }) => ownEnds)];
}
