import { useState } from 'react';
import { LanguageTag } from '#contract/languages.ts';
import { type TranscriptionOptions, USUAL_OPTIONS } from '#contract/transcription-options.ts';
import { readStored, writeStored } from '#web/lib/stored.ts';
import { useEngines } from './data.ts';
import { optionsInForce } from './engine-options.ts';

/** The options of one way in, as its form shows them and as they are to be sent. */
export interface ChosenOptions {
  options: TranscriptionOptions;
  change: (change: Partial<TranscriptionOptions>) => void;
}

const LANGUAGE_KEY = 'spoken-language';

function rememberedLanguage(): string | null {
  return LanguageTag.safeParse(readStored(LANGUAGE_KEY)).data ?? null;
}

/** The options of a new recording: the usual ones, in the language that was chosen last in this browser. */
export function newOptions(): TranscriptionOptions {
  return { ...USUAL_OPTIONS, language: rememberedLanguage() };
}

/** Keeps the language of a change for the next recordings, if it has one. */
export function rememberLanguage({ language }: Partial<TranscriptionOptions>): void {
  if (language !== undefined) writeStored(LANGUAGE_KEY, language ?? '');
}

/** The options that somebody chooses. The language is the one that is given, else the one that was chosen last in this browser. */
export function useTranscriptionOptions({ language }: { language?: string | null } = {}): ChosenOptions {
  const engines = useEngines();
  const [chosen, setChosen] = useState<TranscriptionOptions>(() =>
    language === undefined ? newOptions() : { ...USUAL_OPTIONS, language },
  );
  return {
    options: optionsInForce(chosen, engines),
    change: (change) => {
      setChosen((before) => ({ ...before, ...change }));
      rememberLanguage(change);
    },
  };
}
