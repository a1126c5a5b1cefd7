import Anthropic from '@anthropic-ai/sdk';
import { AnalysisError, type AnalysisErrorCode } from '../analysis-error.ts';
import { toAnalysisError } from '../service-error.ts';
import { createAnthropicClient } from './provider.ts';

export interface KeyToCheck {
  apiKey: string;
  baseUrl?: string | undefined;
  /** How long to wait; 5 s unless given. */
  timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 5000;

/**
 * Asks the service whether it knows a key, by the cheapest call that it has: the list of models costs nothing. Gives null when it does, else
 * what was wrong: only `key_rejected` says that the key is bad, all others that nobody knows.
 */
export async function checkAnthropicKey({
  apiKey,
  baseUrl,
  timeoutMs = TIMEOUT_MS,
}: KeyToCheck): Promise<AnalysisErrorCode | null> {
  // Keys are sent in a header, which holds printable ASCII only.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) return 'key_rejected';
  try {
    await createAnthropicClient({ apiKey, baseUrl }).models.list(
      { limit: 1 },
      { signal: AbortSignal.timeout(timeoutMs) },
    );
    return null;
  } catch (error) {
    const known = toAnalysisError(error, (each) => each instanceof Anthropic.AnthropicError);
    return known instanceof AnalysisError ? known.code : 'unreachable';
  }
}
