import { useRef } from 'react';
import { TRANSCRIPT_ACCEPT } from '#contract/imports.ts';
import { UPLOAD_ACCEPT } from '#contract/media-types.ts';
import { Button } from '#web/ui/button.tsx';
import { findChosen } from './find-files.ts';
import { addToQueue } from './page-queue.ts';

/** Buttons that add files, or all files of a folder, to the queue: the way for people who do not drag. */
export function ChooseSeveral({ verb }: { verb: 'Add' | 'Choose' }) {
  return (
    <span className="flex flex-wrap gap-1">
      <ChooseButton
        text={`${verb} files`}
        label="Files for the queue"
        accept={`${UPLOAD_ACCEPT},${TRANSCRIPT_ACCEPT}`}
      />
      <ChooseButton text={`${verb} a folder`} label="Folder for the queue" webkitdirectory="" />
    </span>
  );
}

interface ChooseButtonProps {
  text: string;
  label: string;
  accept?: string;
  /** Makes the browser ask for a folder. */
  webkitdirectory?: '';
}

function ChooseButton({ text, label, ...rest }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => input.current?.click()}>
        {text}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void addToQueue(findChosen([...(target.files ?? [])]));
          // Allows choosing the same files again.
          target.value = '';
        }}
        {...rest}
      />
    </>
  );
}
