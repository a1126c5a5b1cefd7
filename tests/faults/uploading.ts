import type { UploadId } from '#contract/ids.ts';
import { authorizeUpload, listUploadParts, processUpload } from '#contract/uploads.ts';
import { makeFile, newTranscript, type SentFile } from './files.ts';
import type { Person } from './person.ts';

/** Uploads a recording, whole or in parts, and submits it for transcription; sometimes gives up on the way. */
export async function uploadRecording(person: Person): Promise<void> {
  const { random, account, visitor, ledger } = person;
  const sent = await makeFile(person);
  const { recording, file, contentType } = sent;
  const { filename } = recording;
  account.recordings.push(recording);
  const opened = await visitor.call(authorizeUpload, {
    body: { filename, filesize: file.length, contentType },
  });
  if (opened.kind !== 'done') return;
  const { uploadUrl, uploadId, partSize } = opened.value;
  const inParts = partSize !== null && random.chance(0.8);
  const hasArrived = inParts
    ? await sendParts(person, uploadId, file, partSize)
    : await put(person, uploadUrl, file);
  if (!hasArrived) return;
  ledger.counts.acknowledged += 1;
  // Some people leave before submitting it; the sweep removes their upload.
  if (random.chance(0.06)) return;
  // Some people send it again, as from a second window.
  if (!inParts && random.chance(0.08)) await put(person, uploadUrl, file);
  await process(person, uploadId, sent);
}

async function process(person: Person, uploadId: UploadId, sent: SentFile): Promise<void> {
  const { random, account, visitor, ledger } = person;
  const { recording } = sent;
  const suggestSpeakers = random.chance(0.7);
  const body = { uploadId, suggestSpeakers };
  const processed = await visitor.call(processUpload, { body });
  if (processed.kind === 'refused') {
    const { status, code } = processed;
    ledger.losses.push(`${recording.filename} had arrived, and was then refused with ${status} ${code}`);
  }
  if (processed.kind !== 'done') {
    recording.accepted = 'unknown';
    ledger.counts.unknown += 1;
    return;
  }
  ledger.counts.acknowledged += 1;
  const { id } = processed.value;
  account.transcripts.push(await newTranscript(id, sent, suggestSpeakers));
  if (!random.chance(0.2)) return;
  const again = await visitor.call(processUpload, { body });
  if (again.kind === 'done' && again.value.id !== id)
    ledger.losses.push(`${recording.filename} became two transcripts, ${id} and ${again.value.id}`);
}

/** Whether the whole file was confirmed. */
async function put({ visitor }: Person, url: string, file: Buffer): Promise<boolean> {
  const sent = await visitor.send(pathOf(url), () => ({ method: 'PUT', body: new Uint8Array(file) }));
  return sent.kind === 'done';
}

async function sendParts(
  { visitor }: Person,
  uploadId: UploadId,
  file: Buffer,
  partSize: number,
): Promise<boolean> {
  for (;;) {
    const list = await visitor.call(listUploadParts, { params: { id: uploadId } });
    if (list.kind !== 'done') return false;
    const missing = list.value.parts.flatMap(({ number, url }) => (url === null ? [] : { number, url }));
    if (missing.length === 0) return true;
    const sent = await Promise.all(
      missing.map(async ({ number, url }) => {
        const part = new Uint8Array(file.subarray((number - 1) * partSize, number * partSize));
        return (await visitor.send(pathOf(url), () => ({ method: 'PUT', body: part }))).kind;
      }),
    );
    // A person who gives up on one part gives up on the file.
    if (sent.some((kind) => kind !== 'done')) return false;
  }
}

/** The path of an address, because any node that is up will do. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
