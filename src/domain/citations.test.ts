import { describe, expect, it } from 'vitest';
import { articleSource } from '#tests/support/articles.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';
import { checkDraft, checkReference, type Draft, isStale, staleCitations } from './citations.ts';
import { makePassages } from './passages.ts';
import { indexSources, indexTranscriptPassages } from './source-index.ts';

const SEGMENTS = segmentsOf([
  { speaker: 'Ann', text: 'Welcome, everybody. Today we talk about the new harbour bridge.', startMs: 5900 },
  {
    speaker: 'Ann',
    text: 'It will cost forty million euros, and it won’t be ready before 2027.',
    startMs: 12_300,
  },
  { speaker: 'Bob', text: 'I don’t think that the ferry should stop until then.', startMs: 65_000 },
  { speaker: 'Ann', text: 'Agreed. The ferry keeps running every twenty minutes.', startMs: 3_725_450 },
  { speaker: 'Bob', text: 'My notes say [citation:9:09] in the margin.', startMs: 3_730_000 },
]);
const PASSAGES = makePassages(SEGMENTS);
const INDEX = indexTranscriptPassages(PASSAGES);
const prose = (text: string, ...references: { passage?: number; quote?: string }[]): Draft => [
  { kind: 'prose', text, references },
];
const quoted = (quote: string, passage?: number) =>
  checkReference(INDEX, passage === undefined ? { quote } : { quote, passage });

describe('checkDraft', () => {
  it('marks a statement with the start of the passage that it names; minutes may exceed 59', () => {
    expect(checkDraft(INDEX, prose('The bridge is the subject.', { passage: 1 })).text).toBe(
      'The bridge is the subject. [citation:0:05]',
    );
    expect(checkDraft(INDEX, prose('It keeps running.', { passage: 3 })).text).toBe(
      'It keeps running. [citation:62:05]',
    );
  });

  it('points to the segment in which the quoted words begin', () => {
    const { text, citations } = checkDraft(
      INDEX,
      prose('Forty million.', { passage: 1, quote: 'forty million euros' }),
    );
    expect(text).toBe('Forty million. [citation:0:12]');
    expect(citations[0]).toMatchObject({
      quote: 'forty million euros',
      speaker: 'Ann',
      segments: [{ id: 2, revision: 1 }],
    });
  });

  it('drops and counts references to nothing', () => {
    const checked = checkDraft(
      INDEX,
      prose('Aliens.', { passage: 99 }, { passage: -1 }, { quote: 'aliens built the bridge at night' }),
    );
    expect(checked).toEqual({ text: 'Aliens.', citations: [], dropped: 3 });
  });

  it('puts marks before the white space of the next piece, and never twice', () => {
    const draft: Draft = [
      ...prose('One.\n\n', { passage: 1 }, { passage: 1 }),
      ...prose('Two.', { passage: 2 }),
    ];
    expect(checkDraft(INDEX, draft).text).toBe('One. [citation:0:05]\n\nTwo. [citation:1:05]');
  });

  it('removes marks that a model has written or that two pieces form together', () => {
    const draft: Draft = [
      ...prose('Look at [citation:1:05] and [cita'),
      ...prose('tion:0:05] and &#91;citation:0:05] and [Citation : 0:05]'),
    ];
    expect(checkDraft(INDEX, draft).text).not.toMatch(/\[\s*citation/i);
    expect(checkDraft(INDEX, draft).text).not.toContain('&#91;citation');
  });

  it('quotes no place where the transcript spells out a mark', () => {
    expect(quoted('My notes say [citation:9:09] in the margin.')).toBeNull();
    const { text } = checkDraft(INDEX, [{ kind: 'quote', reference: { quote: 'say [citation:9:09] in' } }]);
    expect(text).toBe('');
  });

  it('gives quotations in prose the wording of the source, and removes the quotation marks of invented ones', () => {
    expect(checkDraft(INDEX, prose('She said "It will cost forty million Euros."')).text).toBe(
      'She said “It will cost forty million euros”.',
    );
    expect(checkDraft(INDEX, prose('He said "we should sell the bridge" and left.')).text).toBe(
      'He said we should sell the bridge and left.',
    );
    expect(checkDraft(INDEX, prose('The so-called "hot fix" stays.')).text).toBe(
      'The so-called "hot fix" stays.',
    );
  });

  it.each([
    ['he said “go home” twice – it’s well\u2011known', `he said "go home" twice - it's well-known`],
    [`he said "go home" twice - it's well-known`, 'he said “go home” twice – it’s well\u2011known'],
    ['in der großen Straße am Cœur', 'in der grossen Strasse am Coeur'],
    ['the in\u00adfor\u00admation of ﬁne arts', 'the information of fine arts'],
  ])('finds in %j the words %j, which are the same to a reader', (text, quote) => {
    const index = indexTranscriptPassages(makePassages(segmentsOf([{ speaker: 'Ann', text }])));
    expect(checkReference(index, { quote })?.quote).toBe(text);
  });

  it('finds an invented quotation that spans two pieces', () => {
    const draft = [...prose('He said "we should sell', { passage: 1 }), ...prose(' the bridge now".')];
    expect(checkDraft(INDEX, draft).text).not.toContain('"');
  });

  it('creates no mark by removing quotation marks', () => {
    const { text } = checkDraft(INDEX, prose('[cita"tion:9:09] one two three four"'));
    expect(text).not.toContain('[citation');
  });

  it('copes with endlessly nested quotations, and leaves neither a quotation nor a mark', () => {
    const deep = `[cita${'«“'.repeat(30)}tion:0:05] one two three ${'”»'.repeat(30)}`;
    const { text } = checkDraft(INDEX, prose(deep));
    expect(text).not.toMatch(/[«»“”]/);
    expect(text).not.toContain('[citation');
  });

  it('is not fooled by its own placeholder for marks', () => {
    expect(checkDraft(INDEX, prose('a \uE000 b \uE000', { passage: 1 })).text).toBe('a  b [citation:0:05]');
  });
});

describe('a quote', () => {
  it.each([
    [
      'it WILL cost forty million euros and it wont be ready',
      'It will cost forty million euros, and it won’t be ready',
    ],
    ['the ferry  keeps\nrunning every 20', null],
    ['The ferry keeps running each twenty minutes', 'The ferry keeps running every twenty minutes'],
    ['Today we will talk about the new harbour bridge', 'Today we talk about the new harbour bridge'],
    ['I think that the ferry should stop until then', null],
    ['and it will be ready before 2027', null],
    ['won’t be ready before 2028', null],
    ['erry keeps runn', null],
    ['new harbour bridge. It will cost', 'new harbour bridge. It will cost'],
    ['before 2027. I don’t think', null],
    ['...', null],
    ['', null],
  ])('%j becomes %j', (quote, words) => expect(quoted(quote)?.quote ?? null).toBe(words));

  it('is taken from the named passage if several have it', () => {
    const twice = segmentsOf([
      { speaker: 'A', text: 'Yes, of course.' },
      { speaker: 'B', text: 'Are you sure?' },
      { speaker: 'A', text: 'Yes, of course.' },
    ]);
    const index = indexTranscriptPassages(makePassages(twice));
    expect(checkReference(index, { quote: 'Yes, of course', passage: 3 })?.segments[0]?.id).toBe(3);
    expect(checkReference(index, { quote: 'yes of COURSE', passage: 3 })?.segments[0]?.id).toBe(3);
    expect(checkReference(index, { quote: 'Yes, of course' })?.segments[0]?.id).toBe(1);
  });

  it('of one or two words counts only in the named passage', () => {
    expect(quoted('twenty minutes', 3)?.segments[0]?.id).toBe(4);
    expect(quoted('twenty minutes', 1)).toBeNull();
    expect(quoted('twenty minutes')).toBeNull();
  });

  it('in Chinese is found without spaces and with different punctuation', () => {
    const index = indexTranscriptPassages(
      makePassages(segmentsOf([{ speaker: '甲', text: '今天我们讨论新的桥梁，它将花费四千万欧元。' }])),
    );
    expect(checkReference(index, { quote: '我们讨论新的桥梁 它将花费' })?.quote).toBe(
      '我们讨论新的桥梁，它将花费',
    );
    expect(checkReference(index, { quote: '它不花费四千万欧元' })).toBeNull();
    const text = (said: string) => checkDraft(index, prose(said)).text;
    expect(text('他说「我们讨论新的桥梁」。')).toBe('他说“我们讨论新的桥梁”。');
    expect(text('他说“我们明天卖掉旧的桥梁”。')).toBe('他说我们明天卖掉旧的桥梁。');
  });
});

describe('in a project', () => {
  const article =
    'The city said: "The bridge [as planned] will be toll-free for cyclists and pedestrians alike."';
  const index = indexSources([
    { kind: 'transcript', transcriptId: 12, passages: PASSAGES },
    articleSource(7, article, 101),
  ]);

  it('marks carry the transcript or the article', () => {
    const draft: Draft = [
      ...prose('One.', { passage: 1 }),
      { kind: 'prose', text: 'Two.', references: [{ source: 1, quote: 'Will be toll-free for cyclists' }] },
    ];
    expect(checkDraft(index, draft).text).toBe(
      'One. [citation:T12:0:05] Two. [article:A7:"will be toll-free for cyclists"]'.replace('] Two', ']Two'),
    );
  });

  it('an article is cited by as many words as fit into a mark, and never by its number alone', () => {
    const quote = 'The bridge [as planned] will be toll-free for cyclists and pedestrians alike';
    expect(checkReference(index, { source: 1, quote })?.quote).toBe(
      'will be toll-free for cyclists and pedestrians alike',
    );
    expect(checkReference(index, { source: 1, passage: 1 })).toBeNull();
    expect(checkReference(index, { source: 2, passage: 1 })).toBeNull();
  });

  it('a passage of an article is cited by the sentence closest to the statement, cut to what fits into a mark', () => {
    const long = `The ferry stays. ${'The new pier cost more than anybody had thought, '.repeat(6)}they said. Yes.`;
    const index = indexSources([
      { ...articleSource(7, long, 1), passages: [{ number: 1, text: long, start: 0, end: long.length }] },
      articleSource(8, '渡轮会继续运行'.repeat(40), 101),
    ]);
    const cite = (passage: number, statement: string) =>
      checkReference(index, { passage }, statement)?.quote ?? '';
    expect(cite(1, 'It keeps its ferry.')).toBe('The ferry stays.');
    expect(cite(1, 'How dear the pier was!')).toMatch(
      /^The new pier cost .* thought, The new pier cost more than anybody had.*[^ ]$/,
    );
    expect(cite(101, '渡轮')).toHaveLength(150);
    expect(cite(102, 'The ferry stays.')).toBe('');
  });

  it('words from different places are never joined into one quote', () => {
    const content = 'The mayor never lied. Some say otherwise. He took the money.';
    const parts = [
      { number: 1, start: 0, end: 21 },
      { number: 3, start: 42, end: 60 },
    ].map((part) => ({ ...part, text: content.slice(part.start, part.end) }));
    const said = makePassages(segmentsOf([{ speaker: 'A', text: 'I would never.' }]), 101);
    const other = makePassages(segmentsOf([{ speaker: 'A', text: 'Say such a thing.' }]), 103);
    const index = indexSources([
      { kind: 'article', articleId: 7, content, passages: parts },
      { kind: 'transcript', transcriptId: 12, passages: [...said, ...other] },
    ]);
    const quotes = (quote: string) => [
      checkReference(index, { quote, passage: 1 })?.quote,
      checkReference(index, { quote, passage: 101 })?.quote,
      checkReference(index, { quote })?.quote,
    ];
    for (const joined of [
      'never lied. He took',
      'NEVER LIED HE TOOK THE MONEY',
      'lied.\n\nHe took the money',
    ])
      expect(quotes(joined)).toEqual([undefined, undefined, undefined]);
    for (const joined of [
      'I would never. Say such',
      'i would never say such a thing',
      'never.\n\nSay such a thing',
    ])
      expect(quotes(joined)).toEqual([undefined, undefined, undefined]);
    expect(quotes('He took the money')).toEqual(['He took the money', undefined, 'He took the money']);
    expect(quotes('say such a thing')).toEqual([undefined, 'Say such a thing', 'Say such a thing']);
    // Neighbors form one text.
    const near = indexSources([articleSource(7, content, 1)]);
    expect(checkReference(near, { quote: 'never lied. Some say' })?.quote).toBe('never lied. Some say');
  });
});

describe('stale citations', () => {
  const { citations } = checkDraft(INDEX, [...prose('A.', { passage: 1 }), ...prose('B.', { passage: 2 })]);
  const now = new Map(SEGMENTS.map(({ id, revision }) => [id, revision]));

  it('are those whose segments were changed or deleted', () => {
    expect(staleCitations(citations, now)).toEqual([]);
    expect(staleCitations(citations, new Map([...now, [2, 2]]))).toEqual([citations[0]]);
    now.delete(3);
    expect(citations.map((citation) => isStale(citation, now))).toEqual([false, true]);
  });
});
