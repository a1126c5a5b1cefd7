import Anthropic from '@anthropic-ai/sdk';

export const DEFAULT_ANTHROPIC_URL = 'https://api.anthropic.com';

export interface AnthropicAccess {
  apiKey: string;
  baseUrl?: string | undefined;
}

/**
 * The service's client with all settings explicit: it would otherwise look for keys in the environment and on disk, wait as long
 * as a server says, and log what it cannot parse.
 */
export function createAnthropicClient({ apiKey, baseUrl }: AnthropicAccess): Anthropic {
  return new Anthropic({
    apiKey,
    authToken: null,
    baseURL: baseUrl ?? DEFAULT_ANTHROPIC_URL,
    maxRetries: 0,
    logLevel: 'off',
  });
}

/** Whether a key can be sent in a header, which allows only printable ASCII. */
export function isSendableKey(apiKey: string): boolean {
  return /^[\x21-\x7e]+$/.test(apiKey);
}

/** Whether an error comes from the client. */
export function isAnthropicError(error: unknown): boolean {
  return error instanceof Anthropic.AnthropicError;
}
