import { type ApiKeys, type KeyFields, KeyProvider, keyFieldsOf } from '#contract/api-keys.ts';
import { SPEECH_ENGINES, SPEECH_SERVICE_KEYS } from '#contract/speech-engines.ts';

/** The texts about a service for which users can add a key. */
export interface ProviderWords {
  provider: KeyProvider;
  name: string;
  field: KeyFields['key'];
  placeholder: string;
  /** What the key is used for. */
  use: string;
  /** What happens without any key. */
  without: string;
}

const ANTHROPIC = {
  name: 'Anthropic',
  placeholder: 'sk-ant-…',
  use: 'Claude summarizes your transcripts and answers questions about them, and is sent their text to do so.',
  without:
    'Without a key, summaries and answers are quotes from the transcript, and nothing leaves this server.',
};

export const PROVIDERS: readonly ProviderWords[] = KeyProvider.options.map((provider) => ({
  provider,
  field: keyFieldsOf(provider).key,
  ...(provider === 'anthropic'
    ? ANTHROPIC
    : { name: SPEECH_ENGINES[provider].label, ...SPEECH_SERVICE_KEYS[provider] }),
}));

/** Whose key is used. */
export function keyInUse(keys: ApiKeys, provider: KeyProvider): { own: string | null; system: boolean } {
  const { has, key, system } = keyFieldsOf(provider);
  return { own: keys[has] ? keys[key] : null, system: keys[system] };
}
