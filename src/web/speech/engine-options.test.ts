import { expect, it } from 'vitest';
import type { EngineName, SpeechChoice, UsableEngine } from '#contract/speech-engines.ts';
import {
  bestAway,
  consequenceOf,
  engineChoices,
  engineInForce,
  languageChoices,
  languageInForce,
  otherEngines,
} from './engine-options.ts';

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
  expect(consequenceOf({ engine: 'local', language: null }, [SHARED, LOCAL])).toMatch(
    /^The audio stays on this installation\./,
  );
  expect(consequenceOf({ engine: 'auto', language: null }, [LOCAL])).toMatch(
    /^The audio stays on this installation\./,
  );
  expect(consequenceOf({ engine: 'auto', language: null }, [OWN, LOCAL])).toMatch(
    /is sent to AssemblyAI,.* afterwards\.$/,
  );
  expect(consequenceOf({ engine: 'auto', language: null }, [SHARED, LOCAL])).toMatch(
    /is sent to AssemblyAI,.* local engine is used\.$/,
  );
  expect(consequenceOf({ engine: 'assemblyai', language: null }, [SHARED, LOCAL])).toMatch(
    /is sent to AssemblyAI,.* afterwards\.$/,
  );
});

it('says that nobody does it when the shared minutes are used up, in a language that the local engine does not know', () => {
  expect(consequenceOf({ engine: 'auto', language: 'fr' }, [SHARED, LOCAL])).toMatch(
    /try again tomorrow: the local engine does not understand French\.$/,
  );
  expect(consequenceOf({ engine: 'auto', language: 'en-GB' }, [SHARED, LOCAL])).toMatch(/engine is used\.$/);
});

it('offers the languages that the chosen engine understands, or any engine if none is chosen', () => {
  expect(languageChoices('auto', [LOCAL])).toEqual(['en']);
  expect(languageChoices('local', [SHARED, LOCAL])).toEqual(['en']);
  expect(languageChoices('auto', [SHARED, LOCAL]).slice(0, 4)).toEqual(['en', 'es', 'fr', 'de']);
  expect(languageChoices('auto', [])).toEqual([]);
});

it('leaves a remembered language out where no engine understands it, whatever its region', () => {
  expect(languageInForce('de-AT', 'auto', [SHARED, LOCAL])).toBe('de-AT');
  expect(languageInForce('de-AT', 'auto', [LOCAL])).toBeNull();
  expect(languageInForce('de-AT', 'local', [SHARED, LOCAL])).toBeNull();
  expect(languageInForce(null, 'auto', [SHARED, LOCAL])).toBeNull();
});

it('knows which recordings leave the installation', () => {
  expect(bestAway([SHARED, LOCAL])).toBe(SHARED);
  expect(bestAway([LOCAL])).toBeUndefined();
});

it.each<[EngineName | null, string | null, UsableEngine['name'][]]>([
  ['assemblyai', 'speech_unreachable', ['server', 'local']],
  ['server', 'cancelled', ['assemblyai', 'local']],
  [null, 'speech_no_key', ['server', 'assemblyai', 'local']],
  [null, 'speech_language_unknown', ['server', 'assemblyai']],
  ['local', 'engine_failed', ['server', 'assemblyai']],
  ['local', 'no_audio', []],
  ['local', null, []],
])('offers the engines that may do what %s has failed to do (%s)', (runEngine, errorCode, names) => {
  const engines: UsableEngine[] = [{ name: 'server', access: 'own' }, SHARED, LOCAL];
  expect(otherEngines(engines, { runEngine, errorCode }).map(({ name }) => name)).toEqual(names);
});
