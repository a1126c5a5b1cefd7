import { expect, it } from 'vitest';
import { exportFilename, exportFilenames } from './filename.ts';

it.each([
  ['CON', '_CON.txt'],
  ['nul.part', '_nul.part.txt'],
  ['COM¹', '_COM¹.txt'],
  ['Console', 'Console.txt'],
  ['half \uD83D an emoji', 'half an emoji.txt'],
])('gives %j no name that a system keeps for itself', (title, name) =>
  expect(exportFilename(title, 'txt')).toBe(name),
);

it('makes names of titles in any script, without parts of paths, and short enough for a file system', () => {
  const titles = ['../../x', '회의 기록', '🐝 talk', 'e\u0301t\u00e9', '', '\u0000', 'CON', 'x'.repeat(250)];
  expect(exportFilenames(titles, 'manifest')).toEqual([
    'x',
    '회의 기록',
    '🐝 talk',
    'été',
    'transcript',
    'transcript (2)',
    '_CON',
    'x'.repeat(120),
  ]);
  const [long = ''] = exportFilenames(['회'.repeat(250)], '');
  expect(new TextEncoder().encode(long).length).toBe(120);
});

it('numbers equal names, also where only case differs, a title looks like a number, or the name is taken', () => {
  const titles = ['Talk', 'Talk (2)', 'Talk', 'TALK', 'talk (2)', 'Manifest', 'STRASSE', 'straße'];
  expect(exportFilenames(titles, 'manifest')).toEqual([
    'Talk',
    'Talk (2)',
    'Talk (3)',
    'TALK (4)',
    'talk (2) (2)',
    'Manifest (2)',
    'STRASSE',
    'straße (2)',
  ]);
});
