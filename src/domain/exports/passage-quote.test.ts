import { describe, expect, it } from 'vitest';
import { passagesBetween, quoteHtml, quoteText } from './passage-quote.ts';

const url = 'https://tapes.test/transcript/5?t=65&end=70';
const one = { passages: [{ speaker: 'Ann & "Bo"', text: 'We <b>agree</b>\nto that.' }], start: 65.4, url };
const two = {
  passages: [
    { speaker: 'Ann', text: 'Shall we?' },
    { speaker: 'Bo', text: 'Yes.' },
  ],
  start: 0,
  url,
};

describe('quoteText', () => {
  it('gives the words, their speaker, the time and the link', () =>
    expect(quoteText(one)).toBe(`“We <b>agree</b> to that.” — Ann & "Bo", 1:05, ${url}`));
  it('names each of several speakers before their words', () =>
    expect(quoteText(two)).toBe(`“Ann: Shall we?\nBo: Yes.” — 0:00, ${url}`));
});

describe('quoteHtml', () => {
  it('makes the time a link, and no word a tag', () =>
    expect(quoteHtml(one)).toBe(
      '<p>“We &lt;b&gt;agree&lt;/b&gt; to that.” — Ann &amp; &quot;Bo&quot;, <a href="https://tapes.test/transcript/5?t=65&amp;end=70">1:05</a></p>',
    ));
  it('breaks lines between speakers', () =>
    expect(quoteHtml(two)).toContain('“Ann: Shall we?<br>Bo: Yes.” — <a href'));
});

describe('passagesBetween', () => {
  const source = {
    timestampedTranscript: [
      { id: 1, speaker: 'Speaker 1', text: 'Shall we begin now?' },
      { id: 2, speaker: 'Speaker 1', text: 'Or later?' },
      { id: 3, speaker: 'Speaker 2', text: 'Now, please.' },
    ],
    speakerNames: { 'Speaker 1': 'Ann' },
    showSpeakers: true,
  };

  it('joins what one speaker says, and begins and ends with the selection', () =>
    expect(
      passagesBetween(source, { start: { segmentId: 1, offset: 9 }, end: { segmentId: 3, offset: 3 } }),
    ).toEqual([
      { speaker: 'Ann', text: 'begin now? Or later?' },
      { speaker: 'Speaker 2', text: 'Now' },
    ]));

  it('names nobody if the only speaker has no name', () => {
    const [first] = source.timestampedTranscript;
    if (!first) throw new Error('There is no segment.');
    const alone = { ...source, timestampedTranscript: [first], speakerNames: {} };
    const passages = passagesBetween(alone, {
      start: { segmentId: 1, offset: 0 },
      end: { segmentId: 1, offset: 8 },
    });
    expect(passages).toEqual([{ speaker: '', text: 'Shall we' }]);
    expect(quoteText({ passages, start: 0, url })).toBe(`“Shall we” — 0:00, ${url}`);
  });

  it('is empty when the words are gone', () =>
    expect(
      passagesBetween(source, { start: { segmentId: 9, offset: 0 }, end: { segmentId: 3, offset: 3 } }),
    ).toEqual([]));
});
