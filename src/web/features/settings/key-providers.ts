import type { ApiKeys, KeyProvider } from '#contract/api-keys.ts';

/** The texts about a service for which users can add a key. */
export interface ProviderWords {
  provider: KeyProvider;
  name: string;
  field: 'anthropicApiKey' | 'assemblyaiApiKey';
  placeholder: string;
  /** What the key is used for. */
  use: string;
  /** What happens without any key. */
  without: string;
}

export const PROVIDERS: readonly [ProviderWords, ProviderWords] = [
  {
    provider: 'anthropic',
    name: 'Anthropic',
    field: 'anthropicApiKey',
    placeholder: 'sk-ant-…',
    use: 'Claude summarizes your transcripts and answers questions about them, and is sent their text to do so.',
    without:
      'Without a key, summaries and answers are quotes from the transcript, and nothing leaves this server.',
  },
  {
    provider: 'assemblyai',
    name: 'AssemblyAI',
    field: 'assemblyaiApiKey',
    placeholder: 'Your AssemblyAI key',
    use: 'Recordings are sent to AssemblyAI to be transcribed, unless you choose the local engine.',
    without: 'Without a key, recordings are transcribed on this server.',
  },
];

/** Whose key is used. */
export function keyInUse(keys: ApiKeys, provider: KeyProvider): { own: string | null; system: boolean } {
  return provider === 'anthropic'
    ? { own: keys.hasAnthropic ? keys.anthropicApiKey : null, system: keys.systemAnthropic }
    : { own: keys.hasAssemblyAI ? keys.assemblyaiApiKey : null, system: keys.systemAssemblyAI };
}
