import { ProjectId, TranscriptId } from '#contract/ids.ts';
import type { TranscriptContent, TranscriptListItem } from '#contract/transcripts.ts';
import { placeInOrder, timestampSegment } from '#domain/segments.ts';
import { paragraphTexts } from '#domain/turns.ts';
import type { ChunkRow } from './chunk-queries.ts';
import type { MediaRow } from './media-queries.ts';
import type { SegmentWithoutWords, TranscriptRow } from './queries.ts';

export function presentListItem(row: TranscriptRow): TranscriptListItem {
  return {
    id: TranscriptId.parse(row.id),
    title: row.title,
    status: row.status,
    duration: row.durationMs === null ? null : row.durationMs / 1000,
    wordCount: row.wordCount,
    accuracy: row.accuracy === null ? null : Math.round(row.accuracy * 10) / 10,
    sourceType: row.sourceType,
    sourceUrl: row.sourceUrl,
    originalFilename: row.originalFilename,
    errorMessage: row.errorMessage,
    errorCode: row.errorCode,
    segmentCount: row.segmentCount,
    progressPercent: Math.round(row.progressPercent * 10) / 10,
    stage: row.stage,
    runEngine: row.runEngine,
    projectId: row.projectId === null ? null : ProjectId.parse(row.projectId),
    projectName: row.projectName,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The whole transcript; while it is processing, with what has been recognized so far. */
export function presentTranscript(
  row: TranscriptRow,
  parts: {
    segments: readonly SegmentWithoutWords[];
    chunks: readonly ChunkRow[];
    media: MediaRow | undefined;
  },
): TranscriptContent {
  const soFar =
    row.status === 'completed'
      ? parts.segments
      : placeInOrder(parts.chunks.flatMap((chunk) => chunk.segments));
  const timestampedTranscript = soFar.map(timestampSegment);
  return {
    transcript: paragraphTexts(timestampedTranscript).join('\n\n'),
    timestampedTranscript,
    ...presentDetails(row, parts.media),
  };
}

/** What the interface returns of a transcript besides its text. */
export type TranscriptDetails = Omit<TranscriptContent, 'transcript' | 'timestampedTranscript'>;

export function presentDetails(row: TranscriptRow, media: MediaRow | undefined): TranscriptDetails {
  return {
    ...presentListItem(row),
    speakerNames: row.speakerNames,
    mediaUrl: media ? mediaUrl(row.id, media) : null,
    mediaPreparing: media?.transcode === 'pending',
    soundTrack: media ? soundTrackOf(media) : null,
    missingSoundTrack: media ? missingSoundTrack(row, media) : null,
    language: row.language,
    languageBy: row.languageBy,
    doubtful: row.lowConfidence,
    speakersSuggested: row.speakersSuggested,
    showSpeakers: row.showSpeakers,
    engine: row.engine,
    imported: row.imported,
    version: row.version,
  };
}

function soundTrackOf(media: MediaRow): TranscriptDetails['soundTrack'] {
  const { soundTrack, soundTracks, mixedTracks, tracks } = media;
  if (soundTrack === null || soundTracks === null || soundTracks < 2) return null;
  return {
    number: mixedTracks ? null : soundTrack,
    of: soundTracks,
    mixed: mixedTracks ?? [],
    tracks: tracks ?? [],
  };
}

function missingSoundTrack({ options }: TranscriptRow, media: MediaRow): number | null {
  const { soundTrack: asked } = options;
  const { soundTrack, soundTracks, tracks } = media;
  if (typeof asked !== 'number' || soundTracks === null || soundTrack === asked) return null;
  const isUnheard = tracks?.find(({ number }) => number === asked)?.hasSound === false;
  return asked > soundTracks || isUnheard ? asked : null;
}

const ENDINGS: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/webm': 'weba',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
};

/**
 * Null until the recording has been read, and if no browser can play it. The extension tells the screen whether it is a video.
 */
function mediaUrl(transcriptId: number, media: MediaRow): string | null {
  const { mimeType, kind, transcode } = media;
  const name = `recording${soundInName(media)}`;
  if (transcode === 'made') return `/media/${transcriptId}/${name}.${kind === 'video' ? 'mp4' : 'm4a'}`;
  if (transcode !== 'not-needed' || mimeType === null) return null;
  return `/media/${transcriptId}/${name}.${ENDINGS[mimeType] ?? 'bin'}`;
}

/** The sound that is heard, if there are several: browsers keep what they have loaded from an address. */
function soundInName({ soundTracks, soundTrack, mixedTracks }: MediaRow): string {
  if (soundTracks === null || soundTracks < 2) return '';
  return `-${(mixedTracks ?? [soundTrack]).join('-')}`;
}
