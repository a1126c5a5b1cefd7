import { expect, it } from 'vitest';
import { createEmbedder } from './registry.ts';

const send = () => Promise.reject(new Error('Nothing is to be sent'));

it('is local without a server, and the server with one', async () => {
  const local = createEmbedder({ send });
  const server = createEmbedder({
    send,
    server: { baseUrl: 'http://127.0.0.1:1/v1', model: 'bge-m3', apiKey: undefined },
  });
  expect([local.name, local.dimensions, local.languages]).toEqual(['local', 512, ['en']]);
  expect([server.name, server.version, server.dimensions, server.languages]).toEqual([
    'server',
    'bge-m3',
    null,
    null,
  ]);
  await Promise.all([local.close(), server.close()]);
});
