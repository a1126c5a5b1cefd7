import { AnalysisError, type AnalysisErrorCode } from '../analysis-error.ts';
import { toAnalysisError } from '../service-error.ts';
import { type AnthropicAccess, createAnthropicClient, isAnthropicError, isSendableKey } from './client.ts';

export interface KeyToCheck extends AnthropicAccess {
  /** How long to wait; defaults to 5 s. */
  timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 5000;

/**
 * Tests a key with the service's cheapest call: listing the models costs nothing. Returns null if it is valid, else the problem:
 * only `key_rejected` says that the key is bad, all others mean that this is unknown.
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
