import { expect, it } from 'vitest';
import { startLoopback } from '#tests/support/loopback.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { createIdentityProvider } from './provider.ts';

const CALLBACK = 'http://tapes.example.test/api/callback';

it('does not wait for a provider that does not respond', async () => {
  const silent = await startLoopback(() => undefined);
  const settings = { issuer: silent.url, clientId: 'a', clientSecret: 'b', acceptsUnverifiedEmail: false };
  const outbound = createOutbound({ allow: [new URL(silent.url).host] });
  const provider = createIdentityProvider({ settings, outbound, limitMs: 50 });
  const begun = provider.begin(CALLBACK);
  await expect(begun).rejects.toMatchObject({ failure: 'unusable', message: expect.stringMatching(/50 ms/) });
  await provider.close();
  await silent.close();
});
