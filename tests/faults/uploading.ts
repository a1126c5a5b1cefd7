import { createHash } from 'node:crypto';
import type { UploadId } from '#contract/ids.ts';
import { authorizeUpload, listUploadParts, processUpload } from '#contract/uploads.ts';
import { Known, type LedgerRecording } from './ledger.ts';
import type { Person } from './person.ts';
import { expectedSegments, toneFile } from './sounds.ts';

const LENGTHS = [4, 11, 23, 35] as const;
/** Just above the size from which files can be sent in parts. */
const LARGE = { seconds: 90, sampleRate: 96_000 };
const FIRST_TONE = 200;

let files = 0;

/** Sends a recording, whole or in parts, and has it transcribed; sometimes gives it up on the way. */
export async function uploadRecording(person: Person): Promise<void> {
  const { random, account, visitor, ledger } = person;
  files += 1;
  const kind = random.chance(0.08) ? 'text' : random.chance(0.12) ? 'large' : 'small';
  const seconds = kind === 'large' ? LARGE.seconds : random.pick(LENGTHS);
  const tone = FIRST_TONE + files;
  const file =
    kind === 'text'
      ? Buffer.from(`This is no recording, number ${files}.`)
      : toneFile({ tone, seconds, ...(kind === 'large' ? { sampleRate: LARGE.sampleRate } : {}) });
  const filename = `${account.name} ${files}.${kind === 'text' ? 'mp3' : 'wav'}`;
  const recording: LedgerRecording = {
    filename,
    sha256: createHash('sha256').update(file).digest('hex'),
    sizeBytes: file.length,
    expected: kind === 'text' ? 'failed' : 'completed',
    accepted: 'no',
  };
  account.recordings.push(recording);

  const contentType = kind === 'text' ? 'audio/mpeg' : 'audio/wav';
  const opened = await visitor.call(authorizeUpload, {
    body: { filename, filesize: file.length, contentType },
  });
  if (opened.kind !== 'done') return;
  const { uploadUrl, uploadId, partSize } = opened.value;
  const inParts = partSize !== null && random.chance(0.8);
  const arrived = inParts
    ? await sendParts(person, uploadId, file, partSize)
    : await put(person, uploadUrl, file);
  if (!arrived) return;
  ledger.counts.acknowledged += 1;
  // Some go away before they have it transcribed; the sweep removes what they sent.
  if (random.chance(0.06)) return;
  // And some send it again, as from a second window.
  if (!inParts && random.chance(0.08)) await put(person, uploadUrl, file);

  const suggestSpeakers = random.chance(0.7);
  const body = { uploadId, suggestSpeakers };
  const processed = await visitor.call(processUpload, { body });
  if (processed.kind === 'refused') {
    const { status, code } = processed;
    ledger.losses.push(`${filename} had arrived, and was then refused with ${status} ${code}`);
  }
  if (processed.kind !== 'done') {
    recording.accepted = 'unknown';
    ledger.counts.unknown += 1;
    return;
  }
  ledger.counts.acknowledged += 1;
  recording.accepted = 'yes';
  const { id } = processed.value;
  const segments = recording.expected === 'failed' ? [] : await expectedSegments(seconds, suggestSpeakers);
  account.transcripts.push({
    id,
    recording,
    state: new Known({
      title: filename.replace(/\.\w+$/, ''),
      segments,
      speakerNames: {},
      editCount: 0,
      projectId: null,
    }),
    share: new Known(null),
    questions: [],
  });
  if (random.chance(0.2)) {
    const again = await visitor.call(processUpload, { body });
    if (again.kind === 'done' && again.value.id !== id)
      ledger.losses.push(`${filename} became two transcripts, ${id} and ${again.value.id}`);
  }
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
    if (sent.includes('refused')) return false;
    // Somebody who gave up one part has given up the file.
    if (sent.includes('unknown')) return false;
  }
}

/** Addresses name the node that gave them out; whichever is up will do. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
