import { Mic, Podcast, Upload, Video } from 'lucide-react';
import type { SourceType } from '#contract/transcripts.ts';
import { Badge } from '#web/ui/badge.tsx';

const SOURCES: Readonly<Record<SourceType, { label: string; icon: React.ReactNode }>> = {
  upload: { label: 'Upload', icon: <Upload aria-hidden="true" /> },
  recording: { label: 'Recording', icon: <Mic aria-hidden="true" /> },
  podcast: { label: 'Podcast', icon: <Podcast aria-hidden="true" /> },
  youtube: { label: 'YouTube', icon: <Video aria-hidden="true" /> },
};

export function SourceBadge({ source }: { source: SourceType }) {
  const { label, icon } = SOURCES[source];
  return (
    <Badge>
      {icon}
      {label}
    </Badge>
  );
}
