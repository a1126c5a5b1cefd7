import { z } from 'zod';
import { AnalysisProviderName } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { MAX_API_KEY_LENGTH } from './limits.ts';
import { SPEECH_SERVICE_KEYS, SpeechService } from './speech-engines.ts';

/** Services that a person can bring a key for: the analysis service, and every speech service. */
export const KeyProvider = z.enum(['anthropic', ...SpeechService.options]);
export type KeyProvider = z.infer<typeof KeyProvider>;

type FieldNames = { anthropic: 'Anthropic' } & {
  [Service in SpeechService]: (typeof SPEECH_SERVICE_KEYS)[Service]['apiName'];
};

/** The fields about the key of one service. */
export interface KeyFields<Provider extends KeyProvider = KeyProvider> {
  has: `has${FieldNames[Provider]}`;
  key: `${Provider}ApiKey`;
  system: `system${FieldNames[Provider]}`;
}

/** The names of the fields about a service's key: 'hasAnthropic', 'anthropicApiKey', 'systemAnthropic'. */
export function keyFieldsOf(provider: KeyProvider): KeyFields {
  const name = provider === 'anthropic' ? 'Anthropic' : SPEECH_SERVICE_KEYS[provider].apiName;
  return { has: `has${name}`, key: `${provider}ApiKey`, system: `system${name}` };
}

type FieldSchemas<Field extends keyof KeyFields, Schema extends z.ZodType> = {
  [Name in KeyFields[Field]]: Schema;
};

/** One field for each service. */
function fields<Field extends keyof KeyFields, Schema extends z.ZodType>(
  field: Field,
  schema: Schema,
): FieldSchemas<Field, Schema> {
  const entries = KeyProvider.options.map((provider) => [keyFieldsOf(provider)[field], schema]);
  // Types cannot follow names that are put together; the loop above has every provider.
  return Object.fromEntries(entries) as FieldSchemas<Field, Schema>;
}

/** What is known about a person's keys; the keys themselves never leave the server. */
export const ApiKeys = z.object({
  ...fields('has', z.boolean()),
  /** To recognize the key by: dots and its last four characters; empty if there is none. */
  ...fields('key', z.string()),
  /** Whether this installation has keys of its own, which are used for people who have none. */
  ...fields('system', z.boolean()),
  /** Keys that were saved under another secret of the installation: they can no longer be decrypted and must be saved again. */
  lost: z.array(KeyProvider),
  /** Which provider currently answers questions about this person's transcripts. */
  answersBy: AnalysisProviderName,
});
export type ApiKeys = z.infer<typeof ApiKeys>;

/** A key that was saved although its check raised a problem. */
export const KeyWarning = z.object({ provider: KeyProvider, message: z.string() });
export type KeyWarning = z.infer<typeof KeyWarning>;

export const getApiKeys = endpoint({
  method: 'GET',
  path: '/api/user/api-keys',
  summary: 'Which API keys the person has saved, masked.',
  caller: 'signed-in',
  scope: 'none',
  response: ApiKeys,
});

const Key = z
  .string()
  .trim()
  .max(MAX_API_KEY_LENGTH, 'This is too long for an API key. Please copy it again.')
  .regex(/^[\x21-\x7e]*$/, 'An API key has no spaces or line breaks in it. Please copy it again.');

/** One new key or several. */
export const ApiKeysInput = z
  .object(fields('key', Key.optional()))
  .refine((keys) => Object.values(keys).some(Boolean), 'Please enter at least one API key to save.');

export const saveApiKeys = endpoint({
  method: 'POST',
  path: '/api/user/api-keys',
  summary:
    'Save one key or several. Each is checked with a call that costs nothing; if the check fails, the key is saved anyway and the response carries a warning.',
  caller: 'signed-in',
  scope: 'none',
  body: ApiKeysInput,
  response: ApiKeys.extend({ warnings: z.array(KeyWarning) }),
});

export const clearApiKeys = endpoint({
  method: 'DELETE',
  path: '/api/user/api-keys',
  summary: 'Forget all keys.',
  caller: 'signed-in',
  scope: 'none',
  response: ApiKeys,
});

export const clearApiKey = endpoint({
  method: 'DELETE',
  path: '/api/user/api-keys/:provider',
  summary: 'Forget the key of one service.',
  caller: 'signed-in',
  scope: 'none',
  params: z.object({ provider: KeyProvider }),
  response: ApiKeys,
});
