import { useQuery } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { getWaveform } from '#contract/transcripts.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { waveformOf } from '#web/player/data.ts';
import type { PlacedWaveform } from './time-window.ts';

/** A recording that was transcribed before waveforms were kept in full is measured first: a few seconds for each hour. */
const PENDING_RETRY_MS = 1500;
const PENDING_RETRIES = 20;

/** The waveform of a part of a recording, in full if there is one; the whole one meanwhile, and null without any. */
export function usePartWaveform(
  id: TranscriptId,
  { part, hasMedia }: { part: { from: number; to: number }; hasMedia: boolean },
): PlacedWaveform | null {
  const { data: whole } = useQuery({ ...waveformOf({ kind: 'own', id }), enabled: hasMedia });
  const { data: full } = useQuery({
    queryKey: ['waveform-part', id, part.from, part.to],
    queryFn: ({ signal }) => call(getWaveform, { params: { id }, query: part, signal }),
    enabled: hasMedia && part.to > part.from,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) =>
      failures < PENDING_RETRIES && error instanceof ApiError && error.code === 'waveform_pending',
    retryDelay: PENDING_RETRY_MS,
  });
  return full ?? whole ?? null;
}
