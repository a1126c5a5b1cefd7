import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { PREVIEW_IMPORT_PATH, TranscriptPreview } from '#contract/imports.ts';
import { MAX_IMPORT_BYTES } from '#contract/limits.ts';
import { sharedApp, testApp } from '#tests/support/app.ts';
import type { Person } from '#tests/support/person.ts';
import { storedKeys } from '#tests/support/stored-keys.ts';

const SRT =
  '1\n00:00:01,000 --> 00:00:02,500\nAnn: Good morning.\n\n2\n00:00:03,000 --> 00:00:04,000\nBen: Yes.\n';

const send = (person: Person, payload: string | Buffer, contentType = 'application/octet-stream') =>
  person.app.inject({
    method: 'POST',
    url: `${PREVIEW_IMPORT_PATH}?filename=talk.srt`,
    headers: { ...person.credentials, 'content-type': contentType },
    payload,
  });

async function refusal(...sent: Parameters<typeof send>): Promise<{ code: ErrorCode; message: string }> {
  const response = await send(...sent);
  const { code, message } = response.json<{ code: ErrorCode; message: string }>();
  expect(response.statusCode).toBe(ERRORS[code].status);
  return { code, message };
}

it.each([
  'application/octet-stream',
  'application/json',
  'text/plain; charset=utf-16',
  'multipart/form-data',
])('says what is in a file that is sent as %s', async (contentType) => {
  const { person } = await sharedApp();
  const response = await send(await person(), SRT, contentType);
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers['content-type']).toContain('application/json');
  expect(TranscriptPreview.strict().parse(response.json())).toEqual({
    format: 'srt',
    encoding: 'utf-8',
    segments: [
      { start: 1, end: 2.5, speaker: 'Ann', text: 'Good morning.' },
      { start: 3, end: 4, speaker: 'Ben', text: 'Yes.' },
    ],
    warnings: [],
  });
});

it('refuses what is no transcript by the name of what it is', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  expect(await refusal(ann, '%PDF-1.7')).toMatchObject({
    code: 'import_not_text',
    message: expect.stringContaining('This file is a PDF'),
  });
  const otter = await refusal(ann, '{"speech": {}, "status": "OK"}');
  expect(otter).toMatchObject({
    code: 'import_unknown_json',
    message: expect.stringContaining('Its top keys: speech, status.'),
  });
  expect(await refusal(ann, '')).toMatchObject({ code: 'import_empty' });
});

it('refuses a file of more than 32 MB, also one whose length is not declared, and stores nothing', async () => {
  const test = await testApp();
  const ann = await test.person();
  const large = Buffer.alloc(MAX_IMPORT_BYTES + 1, 'a');
  expect(await refusal(ann, large)).toMatchObject({ code: 'import_too_large' });
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const undeclared = request(`${address}${PREVIEW_IMPORT_PATH}`, {
    method: 'POST',
    headers: ann.credentials,
  });
  const answered = once(undeclared, 'response');
  // Not whole: it is refused before its end has come.
  undeclared.on('error', () => undefined).write(large);
  const [response] = (await answered) as [IncomingMessage];
  expect([response.statusCode, JSON.parse(await text(response))]).toMatchObject([
    413,
    { code: 'import_too_large' },
  ]);
  undeclared.destroy();
  expect((await send(ann, SRT)).statusCode).toBe(200);
  expect(await storedKeys(test)).toEqual([]);
});

it('takes at most thirty files a minute of one person', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  const statuses: number[] = [];
  for (let sent = 0; sent < 31; sent += 1) statuses.push((await send(ann, SRT)).statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  expect((await send(await person(), SRT)).statusCode).toBe(200);
});
