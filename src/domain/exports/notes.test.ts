import { expect, it } from 'vitest';
import { markdownOf } from './markdown.ts';
import { type ExportedNote, readableNotes } from './notes.ts';

const highlight: ExportedNote = {
  kind: 'highlight',
  color: 'green',
  text: '',
  author: { name: 'Ann', isYou: true },
  resolvedBy: null,
  quote: 'the old mill',
  state: 'same',
  start: 65,
  replies: [],
};
const comment: ExportedNote = {
  ...highlight,
  kind: 'comment',
  color: null,
  text: 'Which *mill*?\n\nThe one\u0007 there?',
  resolvedBy: 'Ann',
  state: 'gone',
  start: 3700,
  replies: [{ text: 'The first.', author: { name: 'Eve', isYou: false } }],
};

it('lists highlights with their colors and comments with their replies', () => {
  const readable = readableNotes({ title: 'A talk', language: 'en', notes: [highlight, comment] });
  expect(markdownOf(readable)).toBe(
    [
      '# Notes: A talk',
      '*1 highlight · 1 comment*',
      '**Highlight in green by Ann** (1:05)',
      '“the old mill”',
      '**Comment by Ann, resolved** (1:01:40)',
      '“the old mill”',
      'Which \\*mill\\*?',
      'The one there?',
      'Eve: The first.',
      '(The words of this note are gone.)',
    ]
      .join('\n\n')
      .concat('\n'),
  );
});

it('turns the words of the recording by their language, and no words of its readers', () => {
  const text = 'What does NATO و OTAN mean?';
  const notes = [{ ...comment, quote: 'NATO و OTAN', text, replies: [], state: 'same' as const }];
  const markdown = markdownOf(readableNotes({ title: 'A talk', language: 'ar', notes }));
  expect(markdown).toContain('\n\u200f“NATO و OTAN”\n');
  expect(markdown).toContain(`\n${text}\n`);
});

it('has a title and figures without notes', () => {
  expect(markdownOf(readableNotes({ title: ' ', language: null, notes: [] }))).toBe(
    '# Notes: Transcript\n\n*0 highlights · 0 comments*\n',
  );
});
