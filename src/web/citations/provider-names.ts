import type { AnalysisProviderName } from '#contract/chat.ts';

/** Who wrote a summary or an answer. */
export const PROVIDER_NAMES: Readonly<Record<AnalysisProviderName, string>> = {
  anthropic: 'Claude',
  openai: 'OpenAI-compatible server',
  extractive: 'Quotes only, no AI key',
};
