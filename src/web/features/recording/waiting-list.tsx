import { useMutation } from '@tanstack/react-query';
import { Download, Headphones, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { formatTime } from '#domain/timecode.ts';
import { formatDateTime, formatMegabytes } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { TranscriptionForm } from '#web/speech/transcription-form.tsx';
import type { ChosenOptions } from '#web/speech/use-transcription-options.ts';
import { Button } from '#web/ui/button.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { forgetPieces } from './calls.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { savedName } from './formats.ts';
import { KEPT_KEY, pieceStore, type WaitingRecording } from './kept-recordings.ts';
import type { KeptRecording } from './piece-store.ts';
import type { Recorder } from './recorder-parts.ts';
import { throwAway } from './throw-away.ts';
import { openWriteBuffer } from './write-buffer.ts';

interface WaitingListProps {
  waiting: readonly WaitingRecording[];
  recorder: Recorder;
  chosen: ChosenOptions;
  /** Off while the options are shown elsewhere on the tab. */
  hasForm: boolean;
  onTranscribe: (options: TranscriptionOptions) => Promise<void>;
}

/** Recordings that have not been transcribed: after a closed page, a crash or a failed upload, or kept on purpose. */
export function WaitingList({ waiting, recorder, chosen, hasForm, onTranscribe }: WaitingListProps) {
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="waiting-recordings" className="rounded-xl border border-line-strong/60">
      <h2 id="waiting-recordings" className="border-b px-4 py-3 font-semibold">
        Not transcribed yet
      </h2>
      {hasForm && (
        <div className="border-b px-4 py-3">
          <TranscriptionForm chosen={chosen} />
        </div>
      )}
      <ul className="divide-y">
        {waiting.map((each) => (
          <WaitingItem
            key={each.kept.id}
            waiting={each}
            onListen={() => void recorder.open(each.kept)}
            onTranscribe={async () => {
              await recorder.open(each.kept);
              await onTranscribe(chosen.options);
            }}
          />
        ))}
      </ul>
    </section>
  );
}

interface WaitingItemProps {
  waiting: WaitingRecording;
  onListen: () => void;
  onTranscribe: () => Promise<void>;
}

function WaitingItem({ waiting, onListen, onTranscribe }: WaitingItemProps) {
  const { kept, elapsedMs, sizeBytes, isElsewhere } = waiting;
  const when = formatDateTime(new Date(kept.startedAt).toISOString());
  const [isAsking, setIsAsking] = useState(false);
  const discard = useMutation(discardMutation);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{when}</p>
        <p className="text-sm text-quiet tabular-nums">
          {elapsedMs === null ? 'From another browser' : formatTime(elapsedMs / 1000)} ·{' '}
          {formatMegabytes(sizeBytes)}
        </p>
      </div>
      <div className="flex flex-wrap gap-1">
        <Button size="sm" onClick={() => void onTranscribe()} aria-label={`Transcribe recording of ${when}`}>
          Transcribe
        </Button>
        {!isElsewhere && (
          <>
            <Button
              size="sm"
              variant="outline"
              onClick={onListen}
              aria-label={`Listen to recording of ${when}`}
            >
              <Headphones aria-hidden="true" />
              Listen
            </Button>
            <Button
              size="sm"
              variant="outline"
              onClick={() => void save(kept)}
              aria-label={`Save recording of ${when} to this device`}
            >
              <Download aria-hidden="true" />
              Save
            </Button>
          </>
        )}
        <Button
          size="sm"
          variant="ghost"
          isIdle={discard.isPending}
          onClick={() => setIsAsking(true)}
          aria-label={`Discard recording of ${when}`}
        >
          <Trash2 aria-hidden="true" />
          Discard
        </Button>
      </div>
      <DiscardDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        elapsedMs={elapsedMs}
        onConfirm={() =>
          discard.mutate(waiting, {
            onError: (error) => showFailure(error, 'Failed to discard recording'),
          })
        }
      />
    </li>
  );
}

const discardMutation = {
  mutationFn: ({ kept, isElsewhere }: WaitingRecording) =>
    isElsewhere
      ? forgetPieces(kept.serverId)
      : throwAway({ store: pieceStore(), forgetPieces }, kept, kept.sentPieces > 0),
  meta: { invalidates: [KEPT_KEY] },
};

async function save(kept: KeptRecording): Promise<void> {
  try {
    const store = pieceStore();
    const last = await store.lastSlice(kept.id);
    const ignore = () => undefined;
    const buffer = openWriteBuffer({
      store,
      recording: () => kept,
      last,
      onTrouble: ignore,
      onRecovered: ignore,
    });
    saveFile(savedName(kept.startedAt, kept.mimeType), await buffer.rest(0));
  } catch (error) {
    showFailure(error, 'Failed to read the recording');
  }
}
