import { type Clip, clipFilePath } from '#contract/clips.ts';
import { ClipId, TranscriptId } from '#contract/ids.ts';
import { messageOfStored } from '../../app-error.ts';
import type { ClipRow } from './queries.ts';

export function presentClip(row: ClipRow, view: { filename: string; canDelete: boolean }): Clip {
  const id = ClipId.parse(row.id);
  return {
    id,
    start: row.startMs / 1000,
    end: row.endMs / 1000,
    format: row.format,
    captions: row.captions !== null,
    status: row.status,
    progressPercent: Math.round(row.progressPercent * 10) / 10,
    errorMessage: row.errorCode === null ? null : messageOfStored(row.errorCode, 'clip_failed'),
    sizeBytes: row.sizeBytes,
    url: row.status === 'ready' ? clipFilePath(TranscriptId.parse(row.transcriptId), id) : null,
    filename: view.filename,
    canDelete: view.canDelete,
    createdAt: row.createdAt.toISOString(),
  };
}
