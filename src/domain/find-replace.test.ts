import { expect, it } from 'vitest';
import { findAll, lengthReplaced, replaceAll } from './find-replace.ts';

const find = (text: string, query: string, options = {}) =>
  findAll(text, { query, matchCase: false, wholeWord: false, ...options }).map(({ start }) => start);

it.each([
  ['Cat, cat, concat', 'cat', {}, [0, 5, 13]],
  ['Cat, cat, concat', 'cat', { matchCase: true }, [5, 13]],
  ['Cat, cat, concat', 'cat', { wholeWord: true }, [0, 5]],
  ['über Über', 'über', { wholeWord: true }, [0, 5]],
  ['naïveté', 'naïve', { wholeWord: true }, []],
  ['a(b)*c [x]', '(b)*', {}, [1]],
  ['a.b a-b a&&b', '.', {}, [1]],
  ['x && y', '&&', {}, [2]],
  ['a well-known / unknown one', 'well-known /', { wholeWord: true }, [2]],
  ['^$\\.*+?()[]{}|/-!#%,:;<=>@`~&\'"_', '^$\\.*+?()[]{}|/-!#%,:;<=>@`~&\'"_', {}, [0]],
  ['aaaa', 'aa', {}, [0, 2]],
  ['ΣΑΣ σας', 'σας', {}, [0, 4]],
  ['anything', '', {}, []],
  ['anything', '\u200b', {}, []],
  ["don’t, don't", "don't", {}, [0, 7]],
  ["don’t, don't", 'don’t', { wholeWord: true }, [0, 7]],
  ['a shell', "she'll", {}, []],
  ['10–12, 10-12', '10-12', {}, [0, 7]],
  ['at 10\u00a0km', '10 km', {}, [3]],
  ['Œuvre, oeuvre', 'Oeuvre', { matchCase: true }, [0]],
  ['Straße STRAẞE', 'strasse', {}, [0, 7]],
  ['Straße', 'tras', { wholeWord: true }, []],
  ['café cafe', 'cafe', {}, [5]],
  ['cafe\u0301 café cafe', 'café', {}, [0, 6]],
  ['cafe\u0301 café cafe', 'cafe\u0301', {}, [0, 6]],
  ['cafe\u0301 café cafe', 'cafe', {}, [11]],
  ['東京と東京', '東京', {}, [0, 3]],
])('finds in %j the text %j with %j at %j', (text, query, options, starts) =>
  expect(find(text, query, options)).toEqual(starts),
);

it('takes the replacement literally', () =>
  expect(replaceAll('one two', { query: 'two', matchCase: false, wholeWord: false }, '$& $1')).toEqual({
    text: 'one $& $1',
    count: 1,
  }));

it.each([
  ['die Straße', 'strasse', 'Gasse', 'die Gasse'],
  ['die Straße', 's', 'z', 'die ztraze'],
  ['un cafe\u0301', 'é', 'e', 'un cafe'],
  ['की', 'क', 'ख', 'खी'],
  ['so\u00adft no\u00adse', 'soft', 'hard', 'hard no\u00adse'],
  ['a ﬁne “day”', '"day"', "'day'", "a ﬁne 'day'"],
])('replaces in %j %j by %j with whole characters', (text, query, replacement, replaced) => {
  const options = { query, matchCase: false, wholeWord: false };
  expect(replaceAll(text, options, replacement).text).toBe(replaced);
  expect(lengthReplaced(text, options, replacement).length).toBe(replaced.length);
});

it('leaves no double space where something was deleted', () =>
  expect(replaceAll('so um yes', { query: 'um', matchCase: false, wholeWord: true }, '')).toEqual({
    text: 'so yes',
    count: 1,
  }));

it('leaves a text without a match as it is', () =>
  expect(replaceAll('a  b', { query: 'c', matchCase: false, wholeWord: false }, 'd')).toEqual({
    text: 'a  b',
    count: 0,
  }));
