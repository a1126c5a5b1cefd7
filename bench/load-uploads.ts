// A separate process that sends large recordings one after the other, whole and in parts as browsers do. Its parent says where to send them; it
// reports how fast that was. The recordings are real (a tone, 16 bits at 48 kHz, two channels), so that they are transcribed as well.
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { authorizeUpload, listUploadParts, processUpload } from '#contract/uploads.ts';
import { seededRandom } from '#tests/support/random.ts';
import { WAV_HEADER_BYTES, wavHeader } from './wav-header.ts';
import { WebPerson } from './web-person.ts';

export interface UploadsJob {
  urls: string[];
  cookie: string;
  address: string;
  sizeBytes: number;
  /** Each is sent after the previous one has arrived and this pause is over. */
  ways: ('whole' | 'in parts')[];
  pauseMs: number;
}

export interface UploadsResult {
  told: string[];
  errors: string[];
  uploaded: number[];
}

const LANES = 3;
const SECOND_BYTES = 48_000 * 4;
const dispatcher = new Agent({ headersTimeout: 600_000, bodyTimeout: 600_000 });
/** One second of it; a whole number of waves, so that seconds can follow each other. */
const second = Buffer.alloc(SECOND_BYTES);
for (let at = 0; at < SECOND_BYTES / 2; at += 1) {
  second.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 440 * Math.floor(at / 2)) / 48_000)), at * 2);
}

process.once('message', async (message) => {
  const job = message as UploadsJob;
  const result: UploadsResult = { told: [], errors: [], uploaded: [] };
  for (const way of job.ways)
    await send(job, way, result).catch((error) => result.errors.push(String(error)));
  process.send?.(result, () => process.exit(0));
});

async function send(job: UploadsJob, way: UploadsJob['ways'][number], result: UploadsResult): Promise<void> {
  const { cookie, address, sizeBytes, urls } = job;
  const person = new WebPerson({ urls, cookie, address, random: seededRandom(1), record: () => undefined });
  const body = { filename: `large ${way}.wav`, filesize: sizeBytes, contentType: 'audio/wav' };
  const kind = `upload ${way}`;
  const { uploadUrl, uploadId } = await person.call(authorizeUpload, { body }, { kind });
  const started = performance.now();
  if (way === 'whole') await put(uploadUrl, 0, sizeBytes, sizeBytes);
  else {
    const { parts, partSize } = await person.call(listUploadParts, { params: { id: uploadId } }, { kind });
    const left = [...parts];
    const lane = async () => {
      for (let part = left.shift(); part; part = left.shift()) {
        const start = (part.number - 1) * partSize;
        await put(part.url ?? '', start, start + part.sizeBytes, sizeBytes);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }
  const seconds = (performance.now() - started) / 1000;
  const { id } = await person.call(processUpload, { body: { uploadId } }, { kind });
  result.uploaded.push(id);
  result.told.push(`${way}: ${(sizeBytes / 1e6 / seconds).toFixed(0)} MB/s`);
  await delay(job.pauseMs);
}

async function put(url: string, start: number, end: number, sizeBytes: number): Promise<void> {
  const answer = await request(url, {
    dispatcher,
    method: 'PUT',
    headers: { 'content-type': 'audio/wav', 'content-length': String(end - start) },
    body: Readable.from(bytes(start, end, sizeBytes), { objectMode: false }),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 204) throw new Error(`${answer.statusCode}: ${text}`);
}

function* bytes(start: number, end: number, sizeBytes: number): Generator<Buffer> {
  const header = wavHeader(sizeBytes - WAV_HEADER_BYTES, { channels: 2, rate: 48_000, bits: 16 });
  for (let at = start; at < end; ) {
    const inHeader = at < WAV_HEADER_BYTES;
    const from = inHeader ? at : (at - WAV_HEADER_BYTES) % SECOND_BYTES;
    const piece = (inHeader ? header : second).subarray(from).subarray(0, end - at);
    at += piece.length;
    yield piece;
  }
}
