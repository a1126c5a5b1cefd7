import { expect, it } from 'vitest';
import { paragraphTexts } from './turns.ts';

it('joins consecutive segments of one speaker', () => {
  const segments = [
    { speaker: 'A', text: 'Hello.' },
    { speaker: 'A', text: 'How are you?' },
    { speaker: 'B', text: 'Fine.' },
    { speaker: 'A', text: 'Good.' },
  ];
  expect(paragraphTexts(segments)).toEqual(['Hello. How are you?', 'Fine.', 'Good.']);
  expect(paragraphTexts([])).toEqual([]);
});

it('joins segments of a script without spaces as they are written', () =>
  expect(
    paragraphTexts([
      { speaker: 'A', text: '桥很长。' },
      { speaker: 'A', text: '非常贵。' },
    ]),
  ).toEqual(['桥很长。非常贵。']));
