import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Article } from '#contract/articles.ts';
import { ERRORS } from '#contract/errors.ts';
import type { ProjectId } from '#contract/ids.ts';
import { useAbortOnLeave, useLeaveWarning } from '#web/lib/leaving.ts';
import { PROJECTS_KEY } from '#web/lib/project-keys.ts';
import { showFailure } from '#web/ui/show-failure.ts';
import { checkPdf } from './check-pdf.ts';
import { sendPdf } from './send-pdf.ts';

export type PdfState =
  | { phase: 'empty'; problem: string | null }
  | { phase: 'selected'; file: File }
  /** The share of bytes sent, 0 to 100; null while the server is reading the PDF. */
  | { phase: 'sending'; file: File; percent: number | null };

/** The upload of one PDF into a project. After a failure, the file stays selected. */
export function usePdfUpload(projectId: ProjectId, onAdded: (article: Article) => void) {
  const [state, setState] = useState<PdfState>({ phase: 'empty', problem: null });
  const running = useRef<AbortController | null>(null);
  const queryClient = useQueryClient();
  useLeaveWarning(state.phase === 'sending');
  useAbortOnLeave(running);

  async function send(file: File) {
    const controller = new AbortController();
    running.current = controller;
    setState({ phase: 'sending', file, percent: 0 });
    try {
      const article = await sendPdf({
        file,
        projectId,
        signal: controller.signal,
        onProgress: (share) =>
          setState({ phase: 'sending', file, percent: share < 1 ? Math.floor(share * 100) : null }),
      });
      setState({ phase: 'empty', problem: null });
      onAdded(article);
    } catch (error) {
      setState({ phase: 'selected', file });
      if (!controller.signal.aborted) showFailure(error, 'Failed to upload PDF');
    }
    // Also after a cancellation, because the server may have added the article already.
    void queryClient.invalidateQueries({ queryKey: PROJECTS_KEY });
  }

  return {
    state,
    select: (file: File | undefined) => {
      if (!file) return;
      const problem = checkPdf(file);
      setState(problem ? { phase: 'empty', problem } : { phase: 'selected', file });
    },
    start: () => {
      if (state.phase === 'selected') void send(state.file);
      else if (state.phase === 'empty') setState({ phase: 'empty', problem: ERRORS.pdf_missing.message });
    },
    cancel: () => running.current?.abort(new DOMException('The upload was cancelled.', 'AbortError')),
    clear: () => setState({ phase: 'empty', problem: null }),
  };
}
