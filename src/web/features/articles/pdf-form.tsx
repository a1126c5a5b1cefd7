import { FileText, Upload } from 'lucide-react';
import { useRef } from 'react';
import type { Article } from '#contract/articles.ts';
import type { ProjectId } from '#contract/ids.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { Button } from '#web/ui/button.tsx';
import { DropZone } from '#web/ui/drop-zone.tsx';
import { FileCard } from '#web/ui/file-card.tsx';
import { UploadProgress } from '#web/ui/upload-progress.tsx';
import { PDF_TYPE } from './check-pdf.ts';
import { usePdfUpload } from './use-pdf-upload.ts';

interface PdfFormProps {
  projectId: ProjectId;
  onAdded: (article: Article) => void;
}

/** The form that adds a PDF to a project. */
export function PdfForm({ projectId, onAdded }: PdfFormProps) {
  const { state, select, start, cancel, clear } = usePdfUpload(projectId, onAdded);
  const nextStep = useRef<HTMLButtonElement>(null);
  useKeptFocus(nextStep, state.phase);
  return (
    <div className="space-y-4">
      {state.phase === 'empty' ? (
        <DropZone
          title="Drag a PDF here"
          hint="One file of up to 25MB, with text in it. Scanned pages cannot be read."
          inputLabel="PDF to upload"
          accept={`${PDF_TYPE},.pdf`}
          problem={state.problem}
          onFile={select}
          buttonRef={nextStep}
        />
      ) : (
        <FileCard
          file={state.file}
          icon={<FileText />}
          onRemove={state.phase === 'selected' ? clear : null}
        />
      )}
      {state.phase === 'sending' ? (
        <UploadProgress
          percent={state.percent}
          text={state.percent === null ? 'Reading...' : 'Uploading...'}
          onCancel={cancel}
          cancelRef={nextStep}
        />
      ) : (
        <div className="flex justify-end">
          <Button
            ref={state.phase === 'selected' ? nextStep : undefined}
            className="max-sm:w-full"
            onClick={start}
          >
            <Upload aria-hidden="true" />
            Upload PDF
          </Button>
        </div>
      )}
    </div>
  );
}
