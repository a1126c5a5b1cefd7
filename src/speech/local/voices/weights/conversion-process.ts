import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type AskOptions, askChild } from '../../ask-child.ts';

/** What went wrong, in the words of the error; no fault if the network is written. */
const ConversionReply = z.object({ fault: z.string().optional() });
export type ConversionReply = { fault?: string | undefined };

export type ConversionOptions = Pick<AskOptions, 'signal'> & Partial<AskOptions>;

/** The published weights take a second. */
const LIMIT_MS = 60_000;

/**
 * Converts published weights to a network (`convertWeights`) in a process of its own, which takes the time and memory that a server has no room for.
 * Writes it to `network`, which may be half written after a failure. Returns what went wrong, undefined if nothing did. Rejects with the signal's
 * reason, or if the process cannot be started.
 */
export async function convertFile(
  { weights, network }: { weights: string; network: string },
  { signal, limitMs = LIMIT_MS }: ConversionOptions,
): Promise<string | undefined> {
  const child = fileURLToPath(new URL('./conversion-child.ts', import.meta.url));
  const { reply, isLate } = await askChild(child, [weights, network], { signal, limitMs });
  const parsed = ConversionReply.safeParse(reply).data;
  if (parsed) return parsed.fault;
  return isLate ? 'It took too long' : 'It ended the process that did it';
}
