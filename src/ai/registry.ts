import type { Retriever } from '#domain/retrieval.ts';
import { createExtractiveProvider } from './extractive/provider.ts';
import type { Perform } from './extractive/tasks.ts';
import type { AnalysisProvider } from './provider.ts';

/** The settings that determine which provider answers. Empty values count as absent. */
export interface AnalysisSettings {
  /** The key of the transcript's owner. */
  userAnthropicKey?: string | undefined;
  systemAnthropicKey?: string | undefined;
  anthropicBaseUrl?: string | undefined;
  anthropicModel?: string | undefined;
  openAiBaseUrl?: string | undefined;
  openAiKey?: string | undefined;
  openAiModel?: string | undefined;
  /** The context window of the OpenAI-compatible server's model, in tokens; defaults to 8192. */
  openAiContextTokens?: number | undefined;
  /** Ranks passages of long transcripts; defaults to in-memory ranking. */
  retrieve?: Retriever | undefined;
  /** Does the extractive provider's CPU-bound work; defaults to the caller's thread. */
  perform?: Perform | undefined;
}

/** A provider and who pays for it: calls with the system's account count against a daily quota. */
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

/**
 * Creates the provider that `providerName` names. The services' clients are loaded on demand, because each takes half a second.
 * The only file that knows them all.
 */
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
