import { expect, it, onTestFinished } from 'vitest';
import { clearApiKey, clearApiKeys, getApiKeys, saveApiKeys } from '#contract/api-keys.ts';
import { ANTHROPIC_KEY, startAnthropicDouble } from '#tests/support/anthropic-double.ts';
import { testApp } from '#tests/support/app.ts';
import { ASSEMBLYAI_KEY, startAssemblyAiDouble } from '#tests/support/assemblyai-double.ts';

async function withDouble(env: Record<string, string> = {}) {
  const anthropic = await startAnthropicDouble();
  const assemblyAi = await startAssemblyAiDouble();
  onTestFinished(() => Promise.all([anthropic.close(), assemblyAi.close()]).then(() => undefined));
  return testApp({
    env: { ANTHROPIC_BASE_URL: anthropic.url, ASSEMBLYAI_BASE_URL: assemblyAi.url, ...env },
  });
}

it('keeps keys encrypted, shows them masked, and forgets one or all', async () => {
  const { person, sql } = await withDouble();
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  expect(await ann.call(getApiKeys, {})).toEqual({
    hasAnthropic: false,
    hasAssemblyAI: false,
    anthropicApiKey: '',
    assemblyaiApiKey: '',
    systemAnthropic: false,
    systemAssemblyAI: false,
    lost: [],
    answersBy: 'extractive',
  });
  const saved = await ann.call(saveApiKeys, { body: { anthropicApiKey: `  ${ANTHROPIC_KEY}\n` } });
  expect(saved).toMatchObject({
    hasAnthropic: true,
    hasAssemblyAI: false,
    warnings: [],
    answersBy: 'anthropic',
  });
  expect(saved.anthropicApiKey).toBe('••••••••6789');
  const second = await ann.call(saveApiKeys, {
    body: { assemblyaiApiKey: ASSEMBLYAI_KEY, anthropicApiKey: ' ' },
  });
  expect(second.warnings).toEqual([]);
  expect(await ann.call(getApiKeys, {})).toMatchObject({ hasAnthropic: true, hasAssemblyAI: true });
  expect(JSON.stringify(await sql('select * from api_keys'))).not.toMatch(/sk-ant|abcdef/);
  expect(await bob.call(getApiKeys, {})).toMatchObject({ hasAnthropic: false, hasAssemblyAI: false });

  const cleared = await ann.call(clearApiKey, { params: { provider: 'anthropic' } });
  expect(cleared).toMatchObject({ hasAnthropic: false, hasAssemblyAI: true, answersBy: 'extractive' });
  expect(await ann.call(clearApiKeys, {})).toMatchObject({ hasAnthropic: false, hasAssemblyAI: false });
});

it.each([
  [{}, 'Please enter at least one API key to save.'],
  [{ anthropicApiKey: '  ', assemblyaiApiKey: '' }, 'Please enter at least one API key to save.'],
  [
    { anthropicApiKey: 'sk-ant with spaces' },
    'An API key has no spaces or line breaks in it. Please copy it again.',
  ],
  [{ assemblyaiApiKey: 'ключ' }, 'An API key has no spaces or line breaks in it. Please copy it again.'],
  [{ assemblyaiApiKey: 'x'.repeat(501) }, 'This is too long for an API key. Please copy it again.'],
])('refuses to save keys given as %j', async (body, message) => {
  const { person } = await testApp();
  const ann = await person();
  await expect(ann.call(saveApiKeys, { body })).rejects.toMatchObject({ status: 400, message });
  expect((await ann.call(getApiKeys, {})).hasAssemblyAI).toBe(false);
});

it('saves a key that the service refuses, or that cannot be tried out, with a warning', async () => {
  const { person } = await withDouble();
  const ann = await person();
  const refused = await ann.call(saveApiKeys, { body: { anthropicApiKey: ASSEMBLYAI_KEY } });
  expect(refused.hasAnthropic).toBe(true);
  expect(refused.warnings).toEqual([
    {
      provider: 'anthropic',
      message:
        'The key is saved, but the service does not accept it. Please check that it is complete. Keys for Claude begin with sk-ant-.',
    },
  ]);
  const alsoRefused = await ann.call(saveApiKeys, { body: { assemblyaiApiKey: ANTHROPIC_KEY } });
  expect(alsoRefused.warnings).toEqual([
    {
      provider: 'assemblyai',
      message: 'The key is saved, but the service does not accept it. Please check that it is complete.',
    },
  ]);
  const nowhere = 'http://127.0.0.1:9';
  const offline = await testApp({ env: { ANTHROPIC_BASE_URL: nowhere, ASSEMBLYAI_BASE_URL: nowhere } });
  const bob = await offline.person('Bob');
  const unknown = await bob.call(saveApiKeys, {
    body: { anthropicApiKey: ANTHROPIC_KEY, assemblyaiApiKey: ASSEMBLYAI_KEY },
  });
  expect(unknown.warnings).toHaveLength(2);
  for (const { message } of unknown.warnings)
    expect(message).toMatch(/^The key is saved. It could not be tried out now/);
  expect(unknown.anthropicApiKey).toBe('••••••••6789');
});

it('goes on without keys that were saved under another secret, says so, and takes new ones', async () => {
  const { person, sql } = await withDouble();
  const ann = await person();
  await ann.call(saveApiKeys, { body: { anthropicApiKey: ANTHROPIC_KEY } });
  await sql('update api_keys set user_id = (select id from users where email = $1), encrypted = $2', [
    ann.email,
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ]);
  expect(await ann.call(getApiKeys, {})).toMatchObject({
    hasAnthropic: false,
    anthropicApiKey: '',
    lost: ['anthropic'],
  });
  expect(await ann.call(saveApiKeys, { body: { anthropicApiKey: ANTHROPIC_KEY } })).toMatchObject({
    hasAnthropic: true,
    lost: [],
  });
});

it("says when the installation's own keys are used", async () => {
  const { person } = await withDouble({
    ANTHROPIC_API_KEY: ANTHROPIC_KEY,
    ASSEMBLYAI_API_KEY: ASSEMBLYAI_KEY,
  });
  const answer = await (await person()).call(getApiKeys, {});
  expect(answer).toMatchObject({ systemAnthropic: true, systemAssemblyAI: true, answersBy: 'anthropic' });
  expect(JSON.stringify(answer)).not.toContain('sk-ant');
});

it('refuses to clear the key of an unknown service', async () => {
  const { person } = await testApp();
  const provider = 'foo' as 'anthropic';
  await expect((await person()).call(clearApiKey, { params: { provider } })).rejects.toMatchObject({
    status: 404,
  });
});
