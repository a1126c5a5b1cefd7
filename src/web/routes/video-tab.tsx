import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TranscriptId } from '#contract/ids.ts';
import { transcriptQuery } from '#web/features/transcripts/data.ts';
import { useCatchUp } from '#web/features/transcripts/use-history.ts';
import type { VideoJob } from '#web/features/youtube/progress.ts';
import { YoutubePanel } from '#web/features/youtube/youtube-panel.tsx';

interface VideoTabProps {
  onStart: () => void;
  onTranscribing: (id: TranscriptId) => void;
  onFailed: (message: string) => void;
}

/** The video panel, with the state of the transcript that it has started. */
export function VideoTab({ onTranscribing, ...outcome }: VideoTabProps) {
  const [id, setId] = useState<TranscriptId | null>(null);
  return (
    <YoutubePanel
      {...outcome}
      job={useVideoJob(id)}
      onTranscribing={(next) => {
        setId(next);
        onTranscribing(next);
      }}
      onEnded={() => setId(null)}
    />
  );
}

const NOBODY = TranscriptId.parse(1);

function useVideoJob(id: TranscriptId | null): VideoJob | null {
  const { data, isError } = useQuery({ ...transcriptQuery(id ?? NOBODY), enabled: id !== null });
  const known = id === null ? undefined : data;
  useCatchUp(known);
  if (id === null) return null;
  if (!known) return isError ? { status: 'gone', stage: null, percent: 0, failure: null } : null;
  return {
    status: known.status,
    stage: known.stage,
    percent: known.progressPercent,
    failure: known.errorCode === 'cancelled' ? null : known.errorMessage,
  };
}
