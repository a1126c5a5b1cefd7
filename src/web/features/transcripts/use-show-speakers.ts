import type { Transcript } from '#contract/transcripts.ts';
import { speakerLabels } from '#domain/speakers.ts';
import { useChangeTranscript } from './use-change-transcript.ts';

export const SHOW_AS_ONE = 'Show as one speaker';
export const SHOW_SUGGESTED = 'Show suggested speakers';

/** Whether the engine has suggested several speakers, which can be shown as one. */
export function hasSuggestedSpeakers({ speakersSuggested, timestampedTranscript }: Transcript): boolean {
  return speakersSuggested && speakerLabels(timestampedTranscript).length > 1;
}

/** Hides the suggested speakers, so that everything is shown as one, or shows them again. */
export function useShowSpeakers({ id, showSpeakers }: Transcript) {
  const change = useChangeTranscript(id, { failed: 'The speakers could not be changed.' });
  return { isPending: change.isPending, toggle: () => change.mutate({ id, showSpeakers: !showSpeakers }) };
}
