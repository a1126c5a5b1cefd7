import { useState } from 'react';
import { LanguageTag } from '#contract/languages.ts';
import { type TranscriptionOptions, USUAL_OPTIONS } from '#contract/transcription-options.ts';
import { readStored, writeStored } from '#web/lib/stored.ts';
import { useEngines } from './data.ts';
import { engineInForce, languageInForce } from './engine-options.ts';

/** The options of one way in, as its form shows them and as they are to be sent. */
export interface ChosenOptions {
  options: TranscriptionOptions;
  change: (change: Partial<TranscriptionOptions>) => void;
}

const LANGUAGE_KEY = 'spoken-language';

function rememberedLanguage(): string | null {
  return LanguageTag.safeParse(readStored(LANGUAGE_KEY)).data ?? null;
}

/** The options that somebody chooses. The language is the one that is given, else the one that was chosen last in this browser. */
export function useTranscriptionOptions({ language }: { language?: string | null } = {}): ChosenOptions {
  const engines = useEngines();
  const [chosen, setChosen] = useState<TranscriptionOptions>(() => ({
    ...USUAL_OPTIONS,
    language: language === undefined ? rememberedLanguage() : language,
  }));
  const engine = engineInForce(chosen.engine, engines);
  return {
    options: { ...chosen, engine, language: languageInForce(chosen.language, engine, engines) },
    change: (change) => {
      setChosen((before) => ({ ...before, ...change }));
      if (change.language !== undefined) writeStored(LANGUAGE_KEY, change.language ?? '');
    },
  };
}
