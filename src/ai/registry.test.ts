import { expect, it } from 'vitest';
import { chooseProvider, providerName } from './registry.ts';

const system = { systemAnthropicKey: 'system', openAiBaseUrl: 'http://127.0.0.1:1/v1' };

it.each([
  [{ ...system, userAnthropicKey: 'own' }, 'anthropic', 'user'],
  [system, 'anthropic', 'system'],
  [{ ...system, systemAnthropicKey: '' }, 'openai', 'system'],
  [{ userAnthropicKey: '', openAiBaseUrl: '' }, 'extractive', 'none'],
  [{}, 'extractive', 'none'],
])('for %j chooses %s, paid by %s', async (settings, name, account) => {
  const chosen = await chooseProvider(settings);
  expect([chosen.provider.name, chosen.account]).toEqual([name, account]);
  expect(providerName(settings)).toBe(name);
});
