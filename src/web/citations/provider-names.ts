import type { AnalysisProviderName } from '#contract/chat.ts';

/** The names of the providers of summaries and answers on the screen. */
export const PROVIDER_NAMES: Readonly<Record<AnalysisProviderName, string>> = {
  anthropic: 'Claude',
  openai: 'OpenAI-compatible server',
  extractive: 'Quotes only, no AI key',
};
