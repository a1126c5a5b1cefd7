import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const PROVIDER = {
  OIDC_ISSUER: 'https://id.example.test/realms/a',
  OIDC_CLIENT_ID: 'a',
  OIDC_CLIENT_SECRET: 'b',
};

it('has an identity provider if all its settings are given, and none without them', () => {
  expect(readConfig({}).identityProvider).toBeUndefined();
  expect(readConfig(PROVIDER).identityProvider).toEqual({
    issuer: PROVIDER.OIDC_ISSUER,
    clientId: 'a',
    clientSecret: 'b',
    acceptsUnverifiedEmail: false,
  });
});

it('names the missing settings of an identity provider in one line', () => {
  const { OIDC_ISSUER, OIDC_CLIENT_SECRET } = PROVIDER;
  expect(() => readConfig({ OIDC_ISSUER })).toThrow(
    'Setting OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: missing; OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together, set all of them or none.',
  );
  expect(() => readConfig({ OIDC_CLIENT_SECRET, OIDC_CLIENT_ID: '' })).toThrow(/^Setting OIDC_ISSUER and/);
});

it('has a server for embeddings if its address and model are given, and none without them', () => {
  const given = { EMBEDDINGS_BASE_URL: 'http://127.0.0.1:11434/v1/', EMBEDDINGS_MODEL: 'bge-m3' };
  expect(readConfig({}).embeddingServer).toBeUndefined();
  expect(readConfig({ ...given, EMBEDDINGS_API_KEY: 'key' }).embeddingServer).toEqual({
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: 'bge-m3',
    apiKey: 'key',
  });
  expect(readConfig(given).embeddingServer?.apiKey).toBeUndefined();
  const { EMBEDDINGS_BASE_URL, EMBEDDINGS_MODEL } = given;
  for (const part of [{ EMBEDDINGS_BASE_URL }, { EMBEDDINGS_MODEL }, { EMBEDDINGS_API_KEY: 'key' }])
    expect(() => readConfig(part)).toThrow(
      /^Setting EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL belong together/,
    );
});

it.each([
  'http://id.example.test',
  'http://127.0.0.1.example.test',
  'ftp://id.example.test',
  'https://id.example.test/.well-known/openid-configuration',
  'https://id.example.test?tenant=a',
  'https://ann@id.example.test',
  'id.example.test',
])('rejects the issuer %s', (OIDC_ISSUER) => {
  const read = () => readConfig({ ...PROVIDER, OIDC_ISSUER });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`Setting OIDC_ISSUER: "${OIDC_ISSUER}" cannot be used; expected an identity provider`);
});

it.each([
  'http://127.0.0.1:9000',
  'http://localhost:9000',
  'http://[::1]:9000/a/',
  'https://id.example.test/',
])('accepts the issuer %s unchanged', (OIDC_ISSUER) =>
  expect(readConfig({ ...PROVIDER, OIDC_ISSUER }).identityProvider?.issuer).toBe(OIDC_ISSUER),
);

it.each([
  [{ ROLE: 'both' }, 'Setting ROLE: "both" cannot be used; expected all, web or worker.'],
  [{ PORT: 'abc' }, 'Setting PORT: "abc" cannot be used; expected a port from 0 to 65535.'],
  [
    { DATABASE_URL: 'mysql://u:secret@h/d' },
    'Setting DATABASE_URL: the given value cannot be used; expected a postgres:// address.',
  ],
  [{ SECRET: 'short' }, 'Setting SECRET: the given value cannot be used; expected at least 32 characters.'],
  [
    { S3_BUCKET: 'Not/a/bucket' },
    'Setting S3_BUCKET: "Not/a/bucket" cannot be used; expected the name of a bucket.',
  ],
  [
    { S3_BUCKET: 'tapes', S3_ACCESS_KEY_ID: 'key' },
    'Setting S3_BUCKET is given without S3_SECRET_ACCESS_KEY: recordings are kept by S3 with S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, or on the local disk with none of them.',
  ],
])('names the invalid setting %j in one line', (env, line) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(line));
});
