import { describe, expect, it } from 'vitest';
import { transcriptsByLanguage } from '#tests/support/questions.ts';
import { guessLanguage, questionLanguage, textLanguage } from './guess-language.ts';

const transcripts = transcriptsByLanguage();

describe('guessLanguage', () => {
  it.each([...transcripts])('tells %s by its words', (language, { lines }) => {
    expect(guessLanguage(lines.map(({ text }) => text).join(' '))).toBe(language);
  });

  it.each([
    [
      'Finnish',
      'Hyvää iltaa kaikille, puhumme tänään uudesta sillasta saarelle. Silta maksaisi noin neljäkymmentä miljoonaa euroa, ja valtio maksaa siitä puolet. Vanha lautta on kulkenut vuodesta 1974 ja rikkoutui viime talvena kolme kertaa. Sairasautot odottavat silloin tunnin satamassa, ja se on vaarallista. Kalastajat pelkäävät, että pilarit karkottavat silakat lahdelta.',
    ],
    [
      'Hungarian',
      'Jó estét mindenkinek, ma a szigetre vezető új hídról beszélünk. A híd körülbelül negyvenmillió euróba kerülne, és a felét az állam fizetné. A régi komp 1974 óta közlekedik, és tavaly télen háromszor elromlott. A mentőautók ilyenkor egy órát várnak a kikötőben, ez veszélyes.',
    ],
    [
      'Danish',
      'God aften alle sammen, i dag taler vi om den nye bro til øen. Broen bliver dyr, og færgen er gammel. Både færgen og broen får støtte.',
    ],
    ['Vietnamese', 'Chào buổi tối mọi người, hôm nay chúng ta nói về cây cầu mới ra đảo.'],
    ['Turkish', 'Herkese iyi akşamlar, bugün adaya yapılacak yeni köprü hakkında konuşuyoruz.'],
    ['Polish', 'Dobry wieczór wszystkim, dziś rozmawiamy o nowym moście na wyspę.'],
    ['Hebrew', 'ערב טוב לכולם, היום נדבר על הגשר החדש אל האי.'],
    ['Persian', 'شب بخیر، امروز درباره پل جدید به جزیره گفتگو می‌کنیم.'],
    ['Ukrainian', 'Добрий вечір, сьогодні ми говоримо про новий міст на острів.'],
    ['Greek', 'Καλησπέρα σας, σήμερα μιλάμε για τη νέα γέφυρα.'],
  ])('does not take %s for a language that it knows', (_, text) => expect(guessLanguage(text)).toBeNull());

  it('takes what says nothing for English', () => {
    for (const text of ['', '?', 'Bridge', '12:30']) expect(guessLanguage(text)).toBe('en');
  });

  it('is not misled by a quoted foreign word', () => {
    expect(guessLanguage('Who was Dvořák?')).toBe('en');
    expect(
      guessLanguage('The word for bridge is 桥 in Chinese, and мост in Russian, as far as I know.'),
    ).toBe('en');
  });
});

it('asks the text only if the tag says nothing', () => {
  expect(textLanguage('de', 'the bridge is the old one')).toBe('de');
  expect(textLanguage('fi', 'the bridge is the old one')).toBeNull();
  expect(textLanguage('und', 'die Brücke ist die alte')).toBe('de');
  expect(textLanguage(null, 'the bridge is the old one')).toBe('en');
});

describe('questionLanguage', () => {
  it.each([
    ['What was said about the Brücke?', ['de'], 'en'],
    ['Was kostet die Brücke?', ['de'], 'de'],
    ['Was kostet die Brücke?', ['en', 'fr'], 'de'],
    ['Was kostet die Brücke?', ['en'], 'en'],
    ['War?', ['en', null], 'en'],
    ['Brücke?', ['de'], 'de'],
    ['Bridge?', ['en'], 'en'],
    ['Почему отказались?', ['en', null], 'ru'],
    ['Bridge?', [], 'en'],
  ] as const)('of %j, asked about %j, is %s', (question, languages, language) =>
    expect(questionLanguage(question, languages)).toBe(language),
  );
});
