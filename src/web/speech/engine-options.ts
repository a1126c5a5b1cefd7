import { includesLanguage, LANGUAGES, languageName } from '#contract/languages.ts';
import {
  type EngineName,
  SPEECH_ENGINES,
  type SpeechChoice,
  type UsableEngine,
} from '#contract/speech-engines.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import type { Transcript } from '#contract/transcripts.ts';

interface Option {
  value: SpeechChoice;
  label: string;
}

/** The choices of an engine; none if only the built-in one can be used. */
export function engineChoices(engines: readonly UsableEngine[]): Option[] {
  const [best, ...others] = engines;
  if (!best || others.length === 0) return [];
  return [
    { value: 'auto', label: `Best available (${SPEECH_ENGINES[best.name].label})` },
    // With an account of the user's own, the best available engine is always this one.
    ...engines.filter((engine) => engine !== best || engine.access === 'shared').map(choiceOf),
  ];
}

function choiceOf({ name, access }: UsableEngine): Option {
  const { label, languages } = SPEECH_ENGINES[name];
  const [only] = languages?.length === 1 ? languages : [];
  if (only !== undefined) return { value: name, label: `${label} (${languageName(only)})` };
  return { value: name, label: access === 'shared' ? `${label} only` : label };
}

/**
 * The engine to ask for. What is sent is what the form says: where only the built-in engine can be used, it says that the recording stays
 * here, so that one is asked for, and a key that is saved before the recording's turn changes nothing.
 */
export function engineInForce(chosen: SpeechChoice, engines: readonly UsableEngine[]): SpeechChoice {
  const [best, ...others] = engines;
  if (!best || others.length === 0) return 'local';
  if (chosen === 'auto' || !engines.some(({ name }) => name === chosen)) return 'auto';
  // With an account of one's own, these are the same.
  return chosen === best.name && best.access === 'own' ? 'auto' : chosen;
}

/** The engines that a choice may lead to. */
function enginesOf(choice: SpeechChoice, engines: readonly UsableEngine[]): UsableEngine[] {
  return engines.filter(({ name }) => choice === 'auto' || name === choice);
}

/** Whether an engine that the choice may lead to understands a language. */
function isUnderstood(choice: SpeechChoice, engines: readonly UsableEngine[], language: string): boolean {
  return enginesOf(choice, engines).some(({ name }) =>
    includesLanguage(SPEECH_ENGINES[name].languages, language),
  );
}

/** The languages that can be chosen, the most used first; one or none if there is no choice. */
export function languageChoices(choice: SpeechChoice, engines: readonly UsableEngine[]): string[] {
  return LANGUAGES.map(({ tag }) => tag).filter((tag) => isUnderstood(choice, engines, tag));
}

/** The language to ask for: a remembered one counts only where an engine understands it. */
export function languageInForce(
  language: string | null,
  choice: SpeechChoice,
  engines: readonly UsableEngine[],
): string | null {
  return language !== null && isUnderstood(choice, engines, language) ? language : null;
}

/** The options as they are sent: what somebody chose, as far as an engine follows it. */
export function optionsInForce(
  chosen: TranscriptionOptions,
  engines: readonly UsableEngine[],
): TranscriptionOptions {
  const engine = engineInForce(chosen.engine, engines);
  return { ...chosen, engine, language: languageInForce(chosen.language, engine, engines) };
}

/** What a choice means for the recording. */
export function consequenceOf(
  { engine: choice, language }: Pick<TranscriptionOptions, 'engine' | 'language'>,
  engines: readonly UsableEngine[],
): string {
  const [best] = engines;
  const name = choice === 'auto' ? (best?.name ?? 'local') : choice;
  const { consequence } = SPEECH_ENGINES[name];
  if (choice !== 'auto' || best?.access !== 'shared') return consequence;
  const isLocal = language === null || includesLanguage(SPEECH_ENGINES.local.languages, language);
  return isLocal
    ? `${consequence} When today’s shared minutes are used up, the local engine is used.`
    : `${consequence} When today’s shared minutes are used up, please try again tomorrow: the local engine does not understand ${languageName(language)}.`;
}

/** The engine of the list that sends recordings away and comes first; undefined if all stay here. */
export function bestAway(engines: readonly UsableEngine[]): UsableEngine | undefined {
  return engines.find(({ name }) => !isHere(name));
}

/** The engines that may do what one has failed to do; none if the recording itself is the reason. */
export function otherEngines(
  engines: readonly UsableEngine[],
  { runEngine, errorCode }: Pick<Transcript, 'runEngine' | 'errorCode'>,
): UsableEngine[] {
  const isAway = runEngine !== null && !isHere(runEngine);
  if (!isAway && !errorCode?.startsWith('speech_') && errorCode !== 'engine_failed') return [];
  // What was not done here would not be the next time.
  const isHereOut = errorCode === 'engine_failed' || errorCode === 'speech_language_unknown';
  return engines.filter(({ name }) => name !== runEngine && !(isHereOut && isHere(name)));
}

const isHere = (name: EngineName) => SPEECH_ENGINES[name].place === 'here';
