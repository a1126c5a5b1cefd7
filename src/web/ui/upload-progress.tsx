import type { Ref } from 'react';
import { Button } from './button.tsx';
import { Progress } from './progress.tsx';

interface UploadProgressProps {
  /** 0 to 100; null while the progress is unknown. */
  percent: number | null;
  /** The current step in words. */
  text: string;
  onCancel: () => void;
  /** Whether it is too late to cancel. */
  isFinal?: boolean;
  cancelRef?: Ref<HTMLButtonElement>;
}

/** The progress of an upload, with a button that cancels it. */
export function UploadProgress({ percent, text, onCancel, isFinal = false, cancelRef }: UploadProgressProps) {
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <Progress percent={percent} label="Upload progress" />
        <p className="mt-2 flex justify-between gap-4 text-sm text-quiet tabular-nums">
          <span role="status">{text}</span>
          {percent !== null && <span>{percent}%</span>}
        </p>
      </div>
      <Button ref={cancelRef} variant="outline" onClick={onCancel} isIdle={isFinal}>
        Cancel
      </Button>
    </div>
  );
}
