import { AnalysisError, type AnalysisErrorCode } from '../analysis-error.ts';
import { toAnalysisError } from '../service-error.ts';
import { type AnthropicAccess, createAnthropicClient, isAnthropicError, isSendableKey } from './client.ts';

export interface KeyToCheck extends AnthropicAccess {
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
  if (!isSendableKey(apiKey)) return 'key_rejected';
  try {
    await createAnthropicClient({ apiKey, baseUrl }).models.list(
      { limit: 1 },
      { signal: AbortSignal.timeout(timeoutMs) },
    );
    return null;
  } catch (error) {
    const known = toAnalysisError(error, isAnthropicError);
    return known instanceof AnalysisError ? known.code : 'unreachable';
  }
}
