import type { Retriever } from '#domain/retrieval.ts';
import { createAnthropicProvider } from './anthropic/provider.ts';
import { createExtractiveProvider } from './extractive/provider.ts';
import { createOpenAiProvider } from './openai/provider.ts';
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
}

/** A provider and who pays for it: calls on the system's account are counted against a daily cap. */
export interface ChosenProvider {
  provider: AnalysisProvider;
  account: 'user' | 'system' | 'none';
}

/** The user's key, else the system's, else the OpenAI-compatible server, else extraction, which always works. The only file that knows them all. */
export function chooseProvider(settings: AnalysisSettings): ChosenProvider {
  const { userAnthropicKey, systemAnthropicKey, openAiBaseUrl, retrieve } = settings;
  const apiKey = userAnthropicKey || systemAnthropicKey;
  if (apiKey) {
    return {
      provider: createAnthropicProvider({
        apiKey,
        model: settings.anthropicModel || undefined,
        baseUrl: settings.anthropicBaseUrl || undefined,
        retrieve,
      }),
      account: userAnthropicKey ? 'user' : 'system',
    };
  }
  if (openAiBaseUrl) {
    return {
      provider: createOpenAiProvider({
        baseUrl: openAiBaseUrl,
        apiKey: settings.openAiKey || undefined,
        model: settings.openAiModel || undefined,
        retrieve,
        room: settings.openAiContextTokens ? { contextTokens: settings.openAiContextTokens } : undefined,
      }),
      account: 'system',
    };
  }
  return { provider: createExtractiveProvider(), account: 'none' };
}
