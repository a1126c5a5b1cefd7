import { describe, expect, it } from 'vitest';
import { holdMarks, holdsPlaceholder, spellCitations, spellMarks, splitAtMarks } from './placeholders.ts';

const moment = (seconds: number) => ({ kind: 'moment', seconds, transcriptId: null });

describe('holdMarks', () => {
  it('puts something for each mark that splitAtMarks finds again', () => {
    const { text, marks } = holdMarks('One [citation:0:05] two [citation:61:00]');
    expect(text).not.toContain('[');
    expect(splitAtMarks(text, marks)).toEqual(['One ', moment(5), ' two ', moment(3660)]);
  });

  it.each([
    'Bare \uFDD00\uFDD1 and ‹\uFDD00\uFDD1› [citation:0:05]',
    '\uFDD0\uFDD0\uFDD10\uFDD1\uFDD1 [citation:0:05]',
    '[cita\uFDD0tion:0:09] [citation:0:05]',
  ])('cannot be forged by %j', (hostile) => {
    const { text, marks } = holdMarks(hostile);
    expect(splitAtMarks(text, marks).filter((part) => typeof part !== 'string')).toEqual([moment(5)]);
  });

  it('leaves an ordinary quotation in single marks alone', () => {
    const { text, marks } = holdMarks('‹Yes› he said ‹0›');
    expect(splitAtMarks(text, marks)).toEqual(['‹Yes› he said ‹0›']);
  });
});

it('spells marks where no button can stand', () => {
  const { text, marks } = holdMarks('See [citation:1:05].');
  expect(spellMarks(text, marks)).toBe('See (1:05).');
  expect(spellCitations('See [citation:1:05]. [citation: x] stays')).toBe('See (1:05). [citation: x] stays');
});

it('finds a placeholder in an address, as it is and encoded', () => {
  const { text } = holdMarks('https://a.test/[citation:1:05]');
  expect([
    holdsPlaceholder(text),
    holdsPlaceholder(encodeURI(text)),
    holdsPlaceholder('https://a.test/'),
  ]).toEqual([true, true, false]);
});
