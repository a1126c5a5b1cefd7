import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { authorizeUpload } from '#contract/uploads.ts';
import { testApp } from '#tests/support/app.ts';

it('cuts off a stream over the limit that did not declare its size, and keeps nothing', async () => {
  const app = await testApp();
  const ann = await app.person();
  const { uploadUrl } = await ann.call(authorizeUpload, {
    body: { filename: 'talk.wav', filesize: 5000, contentType: 'audio/wav' },
  });
  const address = await app.listen();
  const { pathname, search } = new URL(uploadUrl);
  const piece = Buffer.alloc(1 << 20);
  let sent = 0;
  const endless = new Readable({
    read() {
      sent += piece.length;
      this.push(sent > 2 * MAX_UPLOAD_BYTES ? null : piece);
    },
  });
  // The server answers and closes while the client still sends: Node reports either the answer or the lost connection.
  const outcome = await fetch(address + pathname + search, {
    method: 'PUT',
    body: endless as never,
    duplex: 'half',
  } as never)
    .then((response) => response.status)
    .catch(() => 'closed');
  expect([413, 'closed']).toContain(outcome);
  expect(sent).toBeLessThan(MAX_UPLOAD_BYTES + 64 * piece.length);
  for await (const { key } of app.deps.store.list('')) expect.unreachable(`${key} was kept`);
  expect(await readdir(join(app.deps.config.dataDir, 'media/.incoming'))).toEqual([]);
  endless.destroy();
});
