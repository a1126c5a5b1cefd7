import { Fragment, type ReactNode } from 'react';
import { type Mark, parseCitations } from '#domain/citation-marks.ts';

interface CitedTextProps {
  /** Plain text with marks; nothing else in it means anything. */
  text: string;
  renderMark: (mark: Mark) => ReactNode;
}

/** A text with its citations to click at. */
export function CitedText({ text, renderMark }: CitedTextProps) {
  return parseCitations(text).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name than their place.
    <Fragment key={index}>{piece.kind === 'text' ? piece.text : renderMark(piece)}</Fragment>
  ));
}
