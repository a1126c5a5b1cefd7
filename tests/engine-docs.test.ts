import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { SPEECH_ENGINES } from '#contract/speech-engines.ts';

it('tells in docs/speech.md of every engine where the sound goes, which languages it understands, and who speaks', async () => {
  const text = await readFile(new URL('../docs/speech.md', import.meta.url), 'utf8');
  const rows = new Map(
    text
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| Engine'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, label = '', ...cells]) => [label, cells]),
  );
  const { fake: _, ...engines } = SPEECH_ENGINES;
  expect([...rows.keys()]).toEqual(Object.values(engines).map(({ label }) => label));
  for (const { label, place, languages, tellsSpeakers } of Object.values(engines)) {
    const [where, spoken, speakers] = rows.get(label) ?? [];
    expect(/stays on this installation/.test(where ?? ''), label).toBe(place === 'here');
    expect(spoken === 'English', label).toBe(languages?.join() === 'en');
    expect(/suggested by us/.test(speakers ?? ''), label).toBe(place === 'here' || !tellsSpeakers);
  }
});
