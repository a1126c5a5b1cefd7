import { describe, expect, it } from 'vitest';
import { transcriptsByLanguage } from '#tests/support/questions.ts';
import type { KnownLanguage } from './languages.ts';
import { indexPassages, rankPassages } from './retrieval.ts';

describe.each([...transcriptsByLanguage()])('retrieval in %s', (tag, { lines, questions }) => {
  // The file's name is the language.
  const language = tag as KnownLanguage;
  const passages = lines.map((line, at) => ({ number: at + 1, text: line.text, language }));

  it.each(questions)('finds what answers $question', ({ question, answersMs }) => {
    const best = rankPassages(indexPassages(passages), question).slice(0, 2);
    expect(best.map(({ number }) => lines[number - 1]?.startMs)).toContain(answersMs[0]);
  });
});

describe('retrieval in several languages', () => {
  const passages = [
    { number: 1, text: 'Die Brücken kosten vierzig Millionen Euro.', language: 'de' as const },
    { number: 200, text: 'The bridges cost forty million euros.', language: 'en' as const },
    { number: 300, text: 'Nobody spoke about ferries at all.', language: 'en' as const },
    { number: 400, text: 'Silta maksaa neljäkymmentä miljoonaa.', language: null },
  ];
  const ask = (question: string) =>
    rankPassages(indexPassages(passages), question).map(({ number }) => number);

  it('finds each text by its own language', () => {
    expect(ask('Was kostet die Brücke?')[0]).toBe(1);
    expect(ask('How much is the bridge?')[0]).toBe(200);
    expect(ask('What does the ferry do?')[0]).toBe(300);
    expect(ask('silta')[0]).toBe(400);
  });

  it('understands a question in another language than the text', () => {
    expect(ask('What was said about the Brücke?')[0]).toBe(1);
  });
});

it.each([
  ['ja', '北海道大学に調査を依頼しました。', '海道'],
  ['zh', '他在南京市长江大桥工作。', '江大'],
  ['th', 'เขาทำงานที่สะพานใหม่', 'สะพาน'],
  ['ko', '여객선은 주말에도 다닙니다.', '여객선'],
] as const)('in %s finds in %j what a dictionary may cut elsewhere: %j', (language, text, question) => {
  const known = language === 'th' ? null : language;
  const index = indexPassages([{ number: 1, text, language: known }]);
  expect(rankPassages(index, question)).toHaveLength(1);
});
