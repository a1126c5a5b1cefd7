import { providerName } from '#ai/registry.ts';
import { ApiKeys, type KeyFields, KeyProvider, type KeyWarning, keyFieldsOf } from '#contract/api-keys.ts';
import { checkServiceKey } from '#speech/registry.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { maskKey } from './present.ts';
import { deleteKeys, listKeys, storeKey } from './queries.ts';

export { maskKey } from './present.ts';

type KeyDeps = Pick<Deps, 'config' | 'db' | 'cipher' | 'log'>;
type Keys = Partial<Record<KeyProvider, string>>;

/** A user's own keys, decrypted. Only for calls to the services: they must not reach a response, event, log or error. */
export async function openKeys(deps: Omit<KeyDeps, 'config'>, userId: number): Promise<Keys> {
  return (await readKeys(deps, userId)).keys;
}

async function readKeys(
  { db, cipher, log }: Omit<KeyDeps, 'config'>,
  userId: number,
): Promise<{ keys: Keys; lost: KeyProvider[] }> {
  const keys: Keys = {};
  const lost: KeyProvider[] = [];
  for (const { provider, encrypted } of await listKeys(db, userId)) {
    const key = cipher.decrypt(placeOf(userId, provider), encrypted);
    if (key !== null) {
      keys[provider] = key;
      continue;
    }
    // Saved with another SECRET: treated as if it had not been saved.
    lost.push(provider);
    log.warn({ userId, provider }, 'cannot decrypt a saved API key with this SECRET');
  }
  return { keys, lost };
}

/** Which keys a user has, without the keys themselves. */
export async function viewKeys(deps: KeyDeps, { id }: Actor): Promise<ApiKeys> {
  const { keys, lost } = await readKeys(deps, id);
  const { anthropic, openAi } = deps.config;
  const fields = KeyProvider.options.flatMap((provider) => {
    const { has, key, system } = keyFieldsOf(provider);
    return [
      [has, keys[provider] !== undefined],
      [key, maskKey(keys[provider])],
      [system, installationKey(deps.config, provider) !== undefined],
    ];
  });
  return ApiKeys.parse({
    ...Object.fromEntries(fields),
    lost,
    answersBy: providerName({
      userAnthropicKey: keys.anthropic,
      systemAnthropicKey: anthropic.apiKey,
      openAiBaseUrl: openAi.baseUrl,
    }),
  });
}

function installationKey({ anthropic, speechServices }: Deps['config'], provider: KeyProvider) {
  return (provider === 'anthropic' ? anthropic : speechServices[provider]).apiKey;
}

/** Saves the given keys and leaves the rest; tries each key, and returns any problem as a warning. */
export async function saveKeys(
  deps: KeyDeps,
  actor: Actor,
  given: Partial<Record<KeyFields['key'], string | undefined>>,
): Promise<ApiKeys & { warnings: KeyWarning[] }> {
  const saved = KeyProvider.options.flatMap((provider) => {
    const key = given[keyFieldsOf(provider).key];
    return key ? { provider, key } : [];
  });
  await deps.db.transaction(async (tx) => {
    for (const { provider, key } of saved) {
      const encrypted = deps.cipher.encrypt(placeOf(actor.id, provider), key);
      await storeKey(tx, { userId: actor.id, provider, encrypted });
    }
  });
  const problems = await Promise.all(
    saved.map(async ({ provider, key }) => ({ provider, message: await warningOf(deps, provider, key) })),
  );
  const warnings = problems.flatMap(({ provider, message }) => (message ? [{ provider, message }] : []));
  return { ...(await viewKeys(deps, actor)), warnings };
}

/** Deletes all keys, or the one for a provider. */
export async function clearKeys(deps: KeyDeps, actor: Actor, provider?: KeyProvider): Promise<ApiKeys> {
  await deleteKeys(deps.db, actor.id, provider);
  return viewKeys(deps, actor);
}

/** The warning about a saved key; null if the service accepts it. */
async function warningOf(
  { config }: Pick<KeyDeps, 'config'>,
  provider: KeyProvider,
  apiKey: string,
): Promise<string | null> {
  if (provider !== 'anthropic') {
    const { baseUrl } = config.speechServices[provider];
    return describeProblem(await checkServiceKey(provider, { apiKey, baseUrl }), '');
  }
  const { checkAnthropicKey } = await import('#ai/anthropic/check-key.ts');
  const problem = await checkAnthropicKey({ apiKey, baseUrl: config.anthropic.baseUrl });
  const hint = apiKey.startsWith('sk-ant-') ? '' : ' Keys for Claude begin with sk-ant-.';
  return describeProblem(problem, hint);
}

function describeProblem(problem: string | null, hint: string): string | null {
  switch (problem) {
    case null:
      return null;
    case 'key_rejected':
      return `The key is saved, but the service does not accept it. Please check that it is complete.${hint}`;
    case 'no_credit':
      return 'The key is saved, but its account has no credit left.';
    default:
      return `The key is saved. It could not be tried out now, because the service did not answer.${hint}`;
  }
}

function placeOf(userId: number, provider: KeyProvider): string {
  return `api-key:${userId}:${provider}`;
}
