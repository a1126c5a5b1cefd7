import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, RotateCw, Trash2, X } from 'lucide-react';
import type { Clip } from '#contract/clips.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { formatClipRange } from '#domain/clip-range.ts';
import { formatMegabytes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { clipsQuery, createClipMutation, deleteClipMutation } from './data.ts';

/** The files that were cut out of a recording, or are being cut. */
export function ClipList({ id }: { id: TranscriptId }) {
  const { data: clips, isError } = useQuery(clipsQuery(id));
  if (isError) return <p className="text-sm text-quiet">The files could not be loaded.</p>;
  if (!clips) return null;
  if (clips.length === 0) return <p className="text-sm text-quiet">No files have been made yet.</p>;
  return (
    <ul className="divide-y">
      {clips.map((clip) => (
        <ClipItem key={clip.id} id={id} clip={clip} />
      ))}
    </ul>
  );
}

function ClipItem({ id, clip }: { id: TranscriptId; clip: Clip }) {
  const remove = useMutation({
    ...deleteClipMutation,
    onError: (error) => showFailure(error, 'The clip could not be deleted.'),
  });
  const again = useMutation({
    ...createClipMutation,
    onError: (error) => showFailure(error, 'The file could not be made.'),
  });
  const name = nameOf(clip);
  const isRunning = clip.status === 'processing';
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1.5 py-2" aria-label={name}>
      <div className="min-w-0 flex-1 basis-44 text-sm">
        <p className="font-medium tabular-nums">{formatClipRange(clip)}</p>
        <p className="text-quiet tabular-nums">
          {clip.format.toUpperCase()}
          {clip.captions && ', captions'}
          {clip.sizeBytes !== null && ` · ${formatMegabytes(clip.sizeBytes)}`}
        </p>
        {isRunning && (
          <div className="mt-1.5">
            <Progress percent={clip.progressPercent || null} label={`Making ${name}`} />
          </div>
        )}
        {clip.errorMessage && <p className="text-danger-ink">{clip.errorMessage}</p>}
      </div>
      <span className="sr-only" role="status">
        {clip.status === 'ready' ? `${name} is ready` : ''}
      </span>
      {clip.url && (
        <Button asChild variant="outline" size="sm">
          <a href={clip.url} download={clip.filename} aria-label={`Download ${name}`}>
            <Download aria-hidden="true" />
            Download
          </a>
        </Button>
      )}
      {clip.status === 'failed' && (
        <Button
          variant="outline"
          size="sm"
          isIdle={again.isPending}
          onClick={() => again.mutate({ params: { id }, body: clip })}
        >
          <RotateCw aria-hidden="true" />
          Try again
        </Button>
      )}
      {clip.canDelete && (
        <Button
          variant="ghost"
          size="icon"
          className="size-9! text-quiet"
          aria-label={`${isRunning ? 'Cancel' : 'Delete'} ${name}`}
          isIdle={remove.isPending}
          onClick={() => remove.mutate({ params: { id, clipId: clip.id } })}
        >
          {isRunning ? <X aria-hidden="true" /> : <Trash2 aria-hidden="true" />}
        </Button>
      )}
    </li>
  );
}

/** 'MP4 of 0:12 to 0:31, captions' */
function nameOf(clip: Clip): string {
  return `${clip.format.toUpperCase()} of ${formatClipRange(clip)}${clip.captions ? ', captions' : ''}`;
}
