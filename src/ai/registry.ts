import type { Retriever } from '#domain/retrieval.ts';
import { createExtractiveProvider } from './extractive/provider.ts';
import type { Perform } from './extractive/tasks.ts';
import type { AnalysisProvider } from './provider.ts';

/** What decides which provider answers. Empty values count as absent. */
export interface AnalysisSettings {
  /** The key of the person whose transcript it is. */
  userAnthropicKey?: string | undefined;
  systemAnthropicKey?: string | undefined;
  anthropicBaseUrl?: string | undefined;
  anthropicModel?: string | undefined;
  openAiBaseUrl?: string | undefined;
  openAiKey?: string | undefined;
  openAiModel?: string | undefined;
  /** The window of the OpenAI-compatible server's model, in tokens; 8192 unless given. */
  openAiContextTokens?: number | undefined;
  /** Ranks passages of long transcripts; in memory unless given. */
  retrieve?: Retriever | undefined;
  /** Does what the extractive provider needs a processor for; in the caller's thread unless given. */
  perform?: Perform | undefined;
}

/** A provider and who pays for it: calls on the system's account are counted against a daily cap. */
export interface ChosenProvider {
  provider: AnalysisProvider;
  account: 'user' | 'system' | 'none';
}

/** The user's key, else the system's, else the OpenAI-compatible server, else extraction, which always works. */
export function providerName({
  userAnthropicKey,
  systemAnthropicKey,
  openAiBaseUrl,
}: AnalysisSettings): AnalysisProvider['name'] {
  if (userAnthropicKey || systemAnthropicKey) return 'anthropic';
  return openAiBaseUrl ? 'openai' : 'extractive';
}

/** Makes the provider that `providerName` names. The services' clients are loaded when they are needed: each takes half a second. The only file that knows them all. */
export async function chooseProvider(settings: AnalysisSettings): Promise<ChosenProvider> {
  const { userAnthropicKey, systemAnthropicKey, openAiBaseUrl, retrieve } = settings;
  switch (providerName(settings)) {
    case 'anthropic': {
      const { createAnthropicProvider } = await import('./anthropic/provider.ts');
      return {
        provider: createAnthropicProvider({
          apiKey: userAnthropicKey || systemAnthropicKey || '',
          model: settings.anthropicModel || undefined,
          baseUrl: settings.anthropicBaseUrl || undefined,
          retrieve,
        }),
        account: userAnthropicKey ? 'user' : 'system',
      };
    }
    case 'openai': {
      const { createOpenAiProvider } = await import('./openai/provider.ts');
      return {
        provider: createOpenAiProvider({
          baseUrl: openAiBaseUrl ?? '',
          apiKey: settings.openAiKey || undefined,
          model: settings.openAiModel || undefined,
          retrieve,
          room: settings.openAiContextTokens ? { contextTokens: settings.openAiContextTokens } : undefined,
        }),
        account: 'system',
      };
    }
    case 'extractive':
      return { provider: createExtractiveProvider(settings.perform), account: 'none' };
  }
}
