import { CircleAlert, UploadCloud } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import { MAX_UPLOAD_TEXT } from '#contract/limits.ts';
import { UPLOAD_ACCEPT } from '#contract/media-types.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useAssemblyAiKey } from '#web/speech/data.ts';
import { Button } from '#web/ui/button.tsx';

interface DropZoneProps {
  problem: string | null;
  onFile: (file: File | undefined) => void;
  buttonRef: Ref<HTMLButtonElement>;
}

/** Where files are dropped; of several only the first is taken. */
export function DropZone({ problem, onFile, buttonRef }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const hasAssemblyAi = useAssemblyAiKey() !== 'none';
  return (
    <div>
      <section
        aria-label="Drop a file here"
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={(event) => {
          // Moving onto something inside the zone is not leaving it.
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          onFile(event.dataTransfer.files[0]);
        }}
        className={classNames(
          'flex flex-col items-center gap-4 rounded-xl border-2 border-dashed px-6 py-9 text-center transition-colors',
          'sm:flex-row sm:gap-6 sm:px-8 sm:text-left',
          isOver ? 'border-brand bg-brand-soft' : 'border-line-strong/60 bg-sunken/50',
        )}
      >
        <UploadCloud
          className={classNames('size-10 shrink-0', isOver ? 'text-brand-ink' : 'text-quiet')}
          aria-hidden="true"
        />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">Drag a recording here</p>
          <p className="mt-0.5 text-sm text-quiet">
            Audio (MP3, WAV, M4A, AAC, FLAC, OGG) or video (MP4, MOV, AVI), up to {MAX_UPLOAD_TEXT}.
            {!hasAssemblyAi && ' English speech.'}
          </p>
        </div>
        <Button ref={buttonRef} size="lg" onClick={() => input.current?.click()}>
          Choose file
        </Button>
        <input
          ref={input}
          type="file"
          accept={UPLOAD_ACCEPT}
          aria-label="Recording to upload"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            onFile(event.target.files?.[0]);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
      </section>
      {problem && (
        <p role="alert" className="mt-3 flex gap-2 text-sm text-danger-ink">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {problem}
        </p>
      )}
    </div>
  );
}
