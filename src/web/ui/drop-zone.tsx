import { CircleAlert, UploadCloud } from 'lucide-react';
import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from './button.tsx';

interface DropZoneProps {
  title: string;
  hint: ReactNode;
  /** The label of the file input behind the button. */
  inputLabel: string;
  accept: string;
  problem: string | null;
  onFile: (file: File | undefined) => void;
  /** Takes what is dropped, in place of `onFile`. */
  onDropped?: (transfer: DataTransfer) => void;
  buttonRef?: Ref<HTMLButtonElement>;
}

/** Takes a file that is dropped or chosen; if there are several, only the first. */
export function DropZone(props: DropZoneProps) {
  const { title, hint, inputLabel, accept, problem, onFile, onDropped, buttonRef } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  return (
    <div>
      <section
        aria-label="Drop a file here"
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={(event) => {
          // Moving onto an element inside the zone does not leave it.
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          if (onDropped) onDropped(event.dataTransfer);
          else onFile(event.dataTransfer.files[0]);
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
          <p className="font-semibold">{title}</p>
          <p className="mt-0.5 text-sm text-quiet">{hint}</p>
        </div>
        <Button
          ref={buttonRef}
          size="lg"
          aria-describedby={problem ? id : undefined}
          onClick={() => input.current?.click()}
        >
          Choose file
        </Button>
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-label={inputLabel}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            onFile(event.target.files?.[0]);
            // Allows choosing the same file again.
            event.target.value = '';
          }}
        />
      </section>
      {problem && (
        <p id={id} role="alert" className="mt-3 flex gap-2 text-sm text-danger-ink">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {problem}
        </p>
      )}
    </div>
  );
}
