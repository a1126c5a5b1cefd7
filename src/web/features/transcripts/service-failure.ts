import type { Transcript } from '#contract/transcripts.ts';

/** Whether AssemblyAI, or that it cannot be used, is why there is no text: the local engine may then do it. */
export function isFailureOfService({ errorCode }: Pick<Transcript, 'errorCode'>): boolean {
  return errorCode?.startsWith('speech_') ?? false;
}
