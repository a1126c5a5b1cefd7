import { Fragment, type ReactNode } from 'react';
import { type Mark, parseCitations } from '#domain/citation-marks.ts';

interface CitedTextProps {
  /** Plain text with citation marks and no other markup. */
  text: string;
  renderMark: (mark: Mark) => ReactNode;
}

/** A text whose citation marks are rendered by `renderMark`. */
export function CitedText({ text, renderMark }: CitedTextProps) {
  return parseCitations(text).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no ids.
    <Fragment key={index}>{piece.kind === 'text' ? piece.text : renderMark(piece)}</Fragment>
  ));
}
