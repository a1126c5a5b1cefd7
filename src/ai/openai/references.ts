import type { Preview } from '#domain/citation-marks.ts';
import type { Draft, DraftPiece } from '#domain/citations.ts';

// '[p12]', and the variations of small models: '[P12, p13]', '(p. 12)', '[passage 12]', '[p12-p14]', '【p12】'.
const REFERENCE =
  /[[(【]\s*p(?:assages?)?\.?\s*\d{1,6}(?:\s*(?:,|;|&|and|-|–)\s*(?:p(?:assages?)?\.?\s*)?\d{1,6}){0,9}\s*[\])】]/giu;
const THOUGHT = /^\s*<think>[\s\S]*?(?:<\/think>|$)/i;
const LONGEST_REFERENCE = 60;

/** Parses an answer with references in its text into a draft: each reference belongs to the words before it. */
export function parseReferences(text: string): Draft {
  const said = text.replace(THOUGHT, '');
  const pieces: DraftPiece[] = [];
  let end = 0;
  for (const { 0: reference, index } of said.matchAll(REFERENCE)) {
    const words = said.slice(end, index);
    const references = (reference.match(/\d+/g) ?? []).map((digits) => ({ passage: Number(digits) }));
    const last = pieces.at(-1);
    if (words.trim() === '' && last?.kind === 'prose') last.references = [...last.references, ...references];
    else pieces.push({ kind: 'prose', text: words.trimEnd(), references });
    end = index + reference.length;
  }
  const rest = said.slice(end);
  return rest.trim() === '' ? pieces : [...pieces, { kind: 'prose', text: rest, references: [] }];
}

/** Filters an answer while it is being written: hides references, and the thoughts of models that think aloud. */
export function createReferenceFilter(): Preview {
  let held = '';
  let stage: 'unknown' | 'thinking' | 'speaking' = 'unknown';
  return {
    push(part) {
      held += part;
      if (stage === 'unknown') stage = stageOf(held.trimStart().toLowerCase());
      if (stage === 'thinking') {
        const end = held.toLowerCase().indexOf(THOUGHT_END);
        if (end < 0) return '';
        held = held.slice(end + THOUGHT_END.length);
        stage = 'speaking';
      }
      if (stage === 'unknown') return '';
      const ready = held.slice(0, undecidedFrom(held));
      held = held.slice(ready.length);
      return ready.replaceAll(REFERENCE, '');
    },
    end: () => (stage === 'thinking' ? '' : held.replaceAll(REFERENCE, '')),
  };
}

const THOUGHT_START = '<think>';
const THOUGHT_END = '</think>';

function stageOf(text: string): 'unknown' | 'thinking' | 'speaking' {
  if (text.startsWith(THOUGHT_START)) return 'thinking';
  return THOUGHT_START.startsWith(text) ? 'unknown' : 'speaking';
}

/** The position of an open bracket that may become a reference; the end if there is none. */
function undecidedFrom(text: string): number {
  const open = Math.max(text.lastIndexOf('['), text.lastIndexOf('('), text.lastIndexOf('【'));
  const isOpen = open >= 0 && text.length - open < LONGEST_REFERENCE && !/[\])】]/.test(text.slice(open));
  return isOpen ? open : text.length;
}
