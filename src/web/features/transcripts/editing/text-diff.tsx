import { useMemo } from 'react';
import { type DiffPiece, diffWords } from '#domain/word-diff.ts';
import { classNames } from '#web/lib/class-names.ts';
import { languageProps } from '#web/lib/language-props.ts';

const LOOKS: Record<DiffPiece['kind'], string> = {
  same: '',
  added: 'rounded-xs bg-good-soft text-good-ink no-underline',
  removed: 'rounded-xs bg-danger-soft text-danger-ink line-through',
};

interface TextDiffProps {
  before: string;
  after: string;
  /** BCP 47 tag of the text; null if it is not known. */
  language: string | null;
  /** Leaves out what only the other text has. */
  only?: 'added' | 'removed';
}

/** A text with its differences marked, word by word. */
export function TextDiff({ before, after, language, only }: TextDiffProps) {
  const pieces = useMemo(() => placed(diffWords(before, after)), [before, after]);
  return (
    <span {...languageProps(after || before, language)} className="block wrap-anywhere">
      {pieces
        .filter(({ kind }) => kind === 'same' || only === undefined || kind === only)
        .map(({ kind, text, at }) => {
          if (kind === 'same') return <span key={at}>{text}</span>;
          const Element = kind === 'added' ? 'ins' : 'del';
          return (
            <Element key={at} className={classNames(LOOKS[kind])}>
              {text}
            </Element>
          );
        })}
    </span>
  );
}

/** Pieces with their position, which is their key. */
function placed(pieces: readonly DiffPiece[]): (DiffPiece & { at: string })[] {
  let at = 0;
  return pieces.map((piece) => {
    const key = `${piece.kind} ${at}`;
    at += piece.text.length;
    return { ...piece, at: key };
  });
}
