import { useQuery } from '@tanstack/react-query';
import type { SpeakerSearch } from '#contract/speaker-search.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { speakerSearchQuery } from './data.ts';

/** The search for a transcript's speakers, and whether a better one is possible; nulls for those who may not edit. */
export function useSpeakerSearch({ id, abilities, status }: Transcript): {
  search: SpeakerSearch | null;
  better: 'now' | 'later' | null;
} {
  const isAsked = abilities.edit && status === 'completed';
  const { data } = useQuery({ ...speakerSearchQuery(id), enabled: isAsked });
  return isAsked && data ? data : { search: null, better: null };
}
