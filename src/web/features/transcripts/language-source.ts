import { languageName } from '#contract/languages.ts';
import { SPEECH_ENGINES } from '#contract/speech-engines.ts';
import type { Transcript } from '#contract/transcripts.ts';

/** How the language of a text is known, in a sentence; undefined if that was not recorded. */
export function languageSource({
  language,
  languageBy,
  engine,
}: Pick<Transcript, 'language' | 'languageBy' | 'engine'>): string | undefined {
  switch (languageBy) {
    case 'person':
      return 'Somebody has said so.';
    case 'choice':
      return 'It was chosen before the recording was transcribed.';
    case 'engine':
      return engine === null ? 'The captions say so.' : byEngine(SPEECH_ENGINES[engine], language);
    case null:
      return undefined;
  }
}

function byEngine({ label, languages }: (typeof SPEECH_ENGINES)['local'], language: string | null) {
  return languages?.length === 1
    ? `${label} understands nothing else.`
    : `${label} heard ${languageName(language ?? 'und')}.`;
}
