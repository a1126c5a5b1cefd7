import { describe, expect, it } from 'vitest';
import { askedWords } from './asked-words.ts';
import type { KnownLanguage } from './languages.ts';
import { indexPassages, rankPassages } from './retrieval.ts';
import { comparable } from './terms.ts';
import { stemsInText, stemsOf, wordFormsOf } from './word-forms.ts';
import { wordQueryIn } from './word-query.ts';

/** Forms of one word on each line. */
const FORMS: readonly [KnownLanguage, string[]][] = [
  [
    'de',
    [
      'Brücke Brücken',
      'Haus Hauses Häuser Häusern',
      'sagen sagt sagte gesagt',
      'Entscheidung entscheiden entschieden',
      'Straße Straßen Strasse',
      'Vertrag Verträge Vertrages',
      'wichtig wichtige wichtigen',
    ],
  ],
  [
    'fr',
    [
      'décision décider décidé',
      'pont ponts',
      'national nationaux nationales',
      'bateau bateaux',
      'parler parlé parlait parlaient',
      'rapide rapidement',
      'heureux heureuse',
    ],
  ],
  [
    'es',
    [
      'decisión decisiones decidir',
      'ciudad ciudades',
      'trabajo trabajar trabajamos trabajaban',
      'lugar lugares',
      'canción canciones',
      'niño niñas',
    ],
  ],
  [
    'it',
    [
      'decisione decisioni decidere',
      'città',
      'parlare parlano parlato',
      'problema problemi',
      'amico amici',
      'veloce velocemente',
    ],
  ],
  [
    'pt',
    [
      'decisão decisões decidir',
      'animal animais',
      'papel papéis',
      'trabalhar trabalhamos trabalharam',
      'homem homens',
      'luz luzes',
    ],
  ],
  [
    'nl',
    [
      'brug bruggen',
      'huis huizen',
      'brief brieven',
      'boot boten',
      'bouwen bouwt gebouwd',
      'kind kinderen',
      'beslissing beslist',
    ],
  ],
  [
    'sv',
    [
      'bro broar broarna bron',
      'skola skolan skolorna',
      'bygga byggde byggt',
      'buss bussar',
      'frihet friheten',
      'rösta röstade',
    ],
  ],
  [
    'ru',
    [
      'мост моста мосты мостов',
      'решение решений решили',
      'школа школе школ',
      'люди человек',
      'важный важная важного',
      'строить построят',
      'паром паромы',
    ],
  ],
  ['ar', ['الجسر جسر والجسر بالجسر', 'دراسة الدراسة']],
];

/** Whether the database would find a word by the query. */
function finds(query: string | null, word: string): boolean {
  return (query ?? '').split(' | ').some((part) => {
    const [, begin = '', isPrefix] = /^'(.+)'(:\*)?$/.exec(part) ?? [];
    return isPrefix ? word.startsWith(begin) : word === begin;
  });
}

describe.each(FORMS)('in %s', (language, lines) => {
  const families = lines.map((line) => line.split(' '));
  const { stem, isStopWord } = wordFormsOf(language);

  it.each(families)('%s %s %s: each form finds the others, in a text and in the database', (...forms) => {
    for (const said of forms) {
      const index = indexPassages([{ number: 1, text: said, language }]);
      for (const asked of forms) {
        expect(rankPassages(index, asked), `${asked} finds ${said}`).toHaveLength(1);
        const [word] = askedWords(asked, [language]).words;
        const query = word ? wordQueryIn(word, [language]) : null;
        expect(finds(query, comparable(said)), `${query} finds ${said}`).toBe(true);
      }
    }
  });

  it('different words keep different stems, and name subjects', () => {
    const stems = families.flatMap((forms) => [...new Set(forms.map(stem))]);
    expect(new Set(stems).size).toBe(stems.length);
    for (const word of families.flat()) expect(isStopWord(comparable(word)), word).toBe(false);
  });
});

it('finds what is typed without accents', () => {
  const index = indexPassages([{ number: 1, text: 'La construcción costará millones.', language: 'es' }]);
  expect(rankPassages(index, 'construccion')).toHaveLength(1);
});

it.each([
  ['de', 'aber und nicht über'],
  ['fr', 'mais où être avec'],
  ['ru', 'который если это ещё'],
  ['sv', 'och på också'],
  ['zh', '我们 什么 因为'],
  ['ja', 'から です という'],
] as const)('knows small words of %s in any spelling: %s', (language, words) => {
  for (const word of words.split(' ').map(comparable))
    expect(wordFormsOf(language).isStopWord(word), word).toBe(true);
});

it('changes no word of a language that it does not know', () => {
  const { stem, isStopWord } = wordFormsOf(null);
  expect(stem('siltojen')).toBe('siltojen');
  expect(isStopWord('the')).toBe(false);
});

it('gives the stems of a text and of a list, and pieces as they are', () => {
  expect(stemsInText('Die Brücken, 桥梁!', 'de')).toEqual(['die', 'bruck', '桥', '桥梁', '梁']);
  expect(stemsOf('Brücke Brücken', 'de')).toEqual(new Set(['bruck']));
});
