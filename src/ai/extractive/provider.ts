import { createPreview } from '#domain/citation-marks.ts';
import type { AnalysisProvider } from '../provider.ts';
import { performAside } from './perform-aside.ts';

/** Needs no key and no network: everything that it says is the transcript's own words. */
export function createExtractiveProvider(): AnalysisProvider {
  return {
    name: 'extractive',
    async summarize(source, { signal, onProgress }) {
      const draft = await performAside('summarize', source, signal);
      onProgress(1);
      return draft;
    },
    async answer(question, { signal, onText }) {
      const draft = await performAside('answer', question, signal);
      const preview = createPreview();
      for (const piece of draft) {
        onText(preview.push(piece.kind === 'prose' ? piece.text : `“${piece.reference.quote}”`));
      }
      onText(preview.end());
      return draft;
    },
  };
}
