import { createPreview } from '#domain/citation-marks.ts';
import type { AnalysisProvider } from '../provider.ts';
import { type Perform, performHere } from './tasks.ts';

/**
 * Needs no key and no network: everything it says is quoted from the transcript. `perform` does the work; defaults to this
 * thread.
 */
export function createExtractiveProvider(perform: Perform = performHere): AnalysisProvider {
  return {
    name: 'extractive',
    async summarize(source, { signal, onProgress }) {
      const draft = await perform('summarize', source, signal);
      onProgress(1);
      return draft;
    },
    async answer(question, { signal, onText, onRead }) {
      onRead(question.sources);
      const draft = await perform('answer', question, signal);
      const preview = createPreview();
      for (const piece of draft) {
        onText(preview.push(piece.kind === 'prose' ? piece.text : `“${piece.reference.quote}”`));
      }
      onText(preview.end());
      return draft;
    },
  };
}
