import { expect, it } from 'vitest';
import type { SpeechChoice, UsableEngine } from '#contract/speech-engines.ts';
import { bestAway, consequenceOf, engineChoices, engineInForce, wasSentAway } from './engine-options.ts';

const LOCAL: UsableEngine = { name: 'local', access: 'none' };
const OWN: UsableEngine = { name: 'assemblyai', access: 'own' };
const SHARED: UsableEngine = { name: 'assemblyai', access: 'shared' };
const labels = (engines: readonly UsableEngine[]) => engineChoices(engines).map(({ label }) => label);

it('offers a choice of engine only where there is one', () => {
  expect(engineChoices([])).toEqual([]);
  expect(engineChoices([LOCAL])).toEqual([]);
  expect(labels([OWN, LOCAL])).toEqual(['Best available (AssemblyAI)', 'Local engine (English)']);
  expect(labels([SHARED, LOCAL])).toEqual([
    'Best available (AssemblyAI)',
    'AssemblyAI only',
    'Local engine (English)',
  ]);
});

it.each<[SpeechChoice, readonly UsableEngine[], SpeechChoice]>([
  ['auto', [], 'local'],
  ['auto', [LOCAL], 'local'],
  ['assemblyai', [LOCAL], 'local'],
  ['assemblyai', [OWN, LOCAL], 'auto'],
  ['assemblyai', [SHARED, LOCAL], 'assemblyai'],
  ['local', [SHARED, LOCAL], 'local'],
])('asks for what the form says: %s of %j is %s', (chosen, engines, engine) => {
  expect(engineInForce(chosen, engines)).toBe(engine);
});

it('says where the recording goes, also when the shared minutes are used up', () => {
  expect(consequenceOf('local', [SHARED, LOCAL])).toMatch(/^The audio stays on this installation\./);
  expect(consequenceOf('auto', [LOCAL])).toMatch(/^The audio stays on this installation\./);
  expect(consequenceOf('auto', [OWN, LOCAL])).toMatch(/is sent to AssemblyAI,.* afterwards\.$/);
  expect(consequenceOf('auto', [SHARED, LOCAL])).toMatch(/is sent to AssemblyAI,.* local engine is used\.$/);
  expect(consequenceOf('assemblyai', [SHARED, LOCAL])).toMatch(/is sent to AssemblyAI,.* afterwards\.$/);
});

it('knows which recordings leave the installation', () => {
  expect(bestAway([SHARED, LOCAL])).toBe(SHARED);
  expect(bestAway([LOCAL])).toBeUndefined();
  expect(wasSentAway({ runEngine: 'assemblyai', errorCode: null })).toBe(true);
  expect(wasSentAway({ runEngine: null, errorCode: 'speech_no_key' })).toBe(true);
  expect(wasSentAway({ runEngine: 'local', errorCode: 'no_audio' })).toBe(false);
});
