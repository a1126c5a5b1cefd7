import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type AskOptions, askChild } from '../ask-child.ts';

/** What the child found: the end of a sentence that begins with the file's name; no fault if the network may be used. */
const TrialReply = z.object({ fault: z.string().optional() });
export type TrialReply = { fault?: string | undefined };

/** CAM++ takes two seconds. */
const LIMIT_MS = 60_000;

/**
 * Tries a file in a process of its own, because it may be anybody's. Returns why it is not a network that describes voices, as the end of a sentence
 * that begins with the file's name; undefined if it is one. Rejects with the signal's reason, or if the process cannot be started.
 */
export async function tryVoiceFile(
  path: string,
  { signal, limitMs = LIMIT_MS }: Pick<AskOptions, 'signal'> & Partial<AskOptions>,
): Promise<string | undefined> {
  const child = fileURLToPath(new URL('./trial-child.ts', import.meta.url));
  const { reply, isLate } = await askChild(child, [path], { signal, limitMs });
  const parsed = TrialReply.safeParse(reply).data;
  if (parsed) return parsed.fault;
  return isLate ? 'takes too long to be of use' : 'ends the process that loads it';
}
