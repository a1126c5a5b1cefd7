import { createPreview } from '#domain/citation-marks.ts';
import type { AnalysisProvider } from '../provider.ts';
import { answerByExtraction } from './answer.ts';
import { summarizeByExtraction } from './summary.ts';

/** Needs no key and no network: everything that it says is the transcript's own words. */
export function createExtractiveProvider(): AnalysisProvider {
  return {
    name: 'extractive',
    async summarize(source, { signal, onProgress }) {
      signal.throwIfAborted();
      const draft = summarizeByExtraction(source);
      onProgress(1);
      return draft;
    },
    async answer(question, { signal, onText }) {
      signal.throwIfAborted();
      const draft = answerByExtraction(question);
      const preview = createPreview();
      for (const piece of draft) {
        onText(preview.push(piece.kind === 'prose' ? piece.text : `“${piece.reference.quote}”`));
      }
      onText(preview.end());
      return draft;
    },
  };
}
