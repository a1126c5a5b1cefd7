import type { Share, SharedTranscript } from '#contract/shares.ts';
import type { TranscriptText } from '#contract/transcripts.ts';
import type { ShareRow } from './queries.ts';

export function presentShare({ id, expiresAt }: ShareRow, origin: string): Share {
  return { shareUrl: `${origin}/share/${id}`, expiresAt: expiresAt?.toISOString() ?? null };
}

/** Only what is listed here leaves the house: no owner, no history, no number of the transcript but in the media's address. */
export function presentShared(
  text: TranscriptText,
  { shareId, token }: { shareId: string; token: string },
): SharedTranscript {
  return {
    id: shareId,
    title: text.title,
    status: text.status,
    transcript: text.transcript,
    timestampedTranscript: text.timestampedTranscript,
    speakerNames: text.speakerNames,
    showSpeakers: text.showSpeakers,
    speakersSuggested: text.speakersSuggested,
    doubtful: text.doubtful,
    language: text.language,
    duration: text.duration,
    wordCount: text.wordCount,
    accuracy: text.accuracy,
    sourceType: text.sourceType,
    sourceUrl: text.sourceUrl,
    originalFilename: text.originalFilename,
    segmentCount: text.segmentCount,
    mediaPreparing: text.mediaPreparing,
    createdAt: text.createdAt,
    mediaUrl: text.mediaUrl && `${text.mediaUrl}?token=${token}`,
  };
}
