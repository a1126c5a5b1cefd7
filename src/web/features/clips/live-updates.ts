import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { CLIPS_KEY, clipsQuery } from './data.ts';

/** Refetches a transcript's clips after an event about them. */
export function applyToClips(queryClient: QueryClient, event: LiveEvent): void {
  if (event.type === 'clips.changed')
    void queryClient.invalidateQueries({ queryKey: clipsQuery(event.id).queryKey });
}

/** Refetches all clips after an interruption of the event stream. */
export function catchUpClips(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: CLIPS_KEY });
}
