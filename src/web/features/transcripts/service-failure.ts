import type { Transcript } from '#contract/transcripts.ts';

/** Whether a transcription failed because of AssemblyAI, so that the local engine may succeed. */
export function isFailureOfService({ errorCode }: Pick<Transcript, 'errorCode'>): boolean {
  return errorCode?.startsWith('speech_') ?? false;
}
