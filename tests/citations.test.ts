import { expect, it } from 'vitest';
import { findBrokenCitations } from '../scripts/check-citations.mjs';

const PATHS = ['docs/storage.md', 'docs/decisions/010-engine.md', 'src/speech/engine.ts', 'src/server/a.ts'];

const broken = (path: string, text: string) => findBrokenCitations(new Map([[path, text]]), PATHS);

it('accepts citations of files by their full path, its end, or their name', () => {
  const text =
    '// See src/speech/engine.ts, `speech/engine.ts`, #speech/engine.ts, ./a.ts and docs/storage.md#keys.\n';
  expect(broken('src/server/a.ts', text)).toEqual([]);
});

it('reports the file and line of a comment that cites a missing file', () => {
  const text =
    "const name = 'gone.ts';\n/**\n * Measured in speech.md, section 2.\n */\nconst other = 1; // see server/engine.ts\n";
  expect(broken('src/server/a.ts', text)).toEqual([
    'src/server/a.ts:3 cites speech.md',
    'src/server/a.ts:5 cites server/engine.ts',
  ]);
});

it('reads every line of a document', () => {
  expect(broken('docs/storage.md', 'The store\n(`storage/disk.ts`).\n')).toEqual([
    'docs/storage.md:2 cites storage/disk.ts',
  ]);
});

it('recognizes decisions by their numbers', () => {
  expect(broken('docs/storage.md', 'Decision 010, and decisions 010 and 099.')).toEqual([
    'docs/storage.md:1 cites decision 099',
  ]);
});

it('ignores addresses, patterns and packages', () => {
  const text = 'https://example.org/gone.ts, `<feature>.ts`, `*.test.ts` and @scope/package/gone.mjs';
  expect(broken('docs/storage.md', text)).toEqual([]);
});
