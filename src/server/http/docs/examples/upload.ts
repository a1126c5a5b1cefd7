import { openAsBlob } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const { TAPESCRIPT_URL, TAPESCRIPT_TOKEN } = process.env;

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(TAPESCRIPT_URL + path, {
    method,
    headers: { authorization: `Bearer ${TAPESCRIPT_TOKEN}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

const filename = 'talk.wav';
const contentType = 'audio/wav';
const file = await openAsBlob(filename, { type: contentType });
const { uploadUrl, uploadId } = await call<{ uploadUrl: string; uploadId: string }>(
  'POST',
  '/api/upload/presigned-url',
  { filename, filesize: file.size, contentType },
);
// The address is signed: it needs no token, and may be another server's.
const put = await fetch(uploadUrl, { method: 'PUT', body: file });
if (!put.ok) throw new Error(await put.text());
const { id } = await call<{ id: number }>('POST', '/api/upload/process', { uploadId });

const look = () => call<{ status: string }>('GET', `/api/transcripts/${id}`);
let { status } = await look();
while (status === 'processing') {
  await wait(2000);
  ({ status } = await look());
}
console.log(id, status);
