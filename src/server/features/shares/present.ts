import type { Share, SharedTranscript } from '#contract/shares.ts';
import type { TranscriptDetails } from '../transcripts/service.ts';
import type { ShareRow } from './queries.ts';

export function presentShare({ id, expiresAt }: ShareRow, origin: string): Share {
  return { shareUrl: `${origin}/share/${id}`, expiresAt: expiresAt?.toISOString() ?? null };
}

/** Only the fields listed here become public: no owner, no history, and the transcript's id only in the media address. */
export function presentShared(
  details: TranscriptDetails,
  { shareId, token }: { shareId: string; token: string },
): Omit<SharedTranscript, 'transcript' | 'timestampedTranscript'> {
  return {
    id: shareId,
    title: details.title,
    status: details.status,
    speakerNames: details.speakerNames,
    showSpeakers: details.showSpeakers,
    speakersSuggested: details.speakersSuggested,
    doubtful: details.doubtful,
    language: details.language,
    duration: details.duration,
    wordCount: details.wordCount,
    accuracy: details.accuracy,
    sourceType: details.sourceType,
    sourceUrl: details.sourceUrl,
    originalFilename: details.originalFilename,
    segmentCount: details.segmentCount,
    mediaPreparing: details.mediaPreparing,
    createdAt: details.createdAt,
    mediaUrl: details.mediaUrl && `${details.mediaUrl}?token=${token}`,
  };
}
