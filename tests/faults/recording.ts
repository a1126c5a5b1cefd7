import { randomBytes } from 'node:crypto';
import { TRANSCRIBE_RECORDING_PATH, type TranscribedRecording } from '#contract/recordings.ts';
import { makeSound, newTranscript } from './files.ts';
import type { Person } from './person.ts';

const PIECES = 4;

/** Records live: sends pieces during the recording and the rest at the end; sometimes the window is closed before. */
export async function recordLive(person: Person): Promise<void> {
  const { visitor, account, random, ledger } = person;
  const sent = makeSound(person);
  const { recording, file } = sent;
  recording.filename = `recording-${recording.filename.replaceAll(' ', '-').replace(/\.wav$/, '.webm')}`;
  account.recordings.push(recording);
  const id = randomBytes(16).toString('base64url');
  const size = Math.ceil(file.length / PIECES);
  const pieces = Array.from({ length: PIECES }, (_, at) => file.subarray(at * size, (at + 1) * size));
  const unfinished = { id, pieces: 0 };
  account.unfinished.push(unfinished);
  for (const [position, piece] of pieces.slice(0, -1).entries()) {
    const kept = await visitor.send(`/api/recordings/${id}/pieces/${position}`, () => ({
      method: 'PUT',
      headers: { cookie: visitor.cookie, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(piece),
    }));
    if (kept.kind !== 'done') return;
    ledger.counts.acknowledged += 1;
    unfinished.pieces += 1;
    if (random.chance(0.05)) return;
  }
  const finished = await visitor.send(TRANSCRIBE_RECORDING_PATH, () => {
    const body = new FormData();
    body.set('recordingId', id);
    body.set('from', String(PIECES - 1));
    body.set('title', recording.filename.replace(/\.webm$/, ''));
    const rest = new Uint8Array(pieces.at(-1) ?? []);
    body.set('video', new File([rest], recording.filename, { type: 'audio/webm' }));
    return { method: 'POST', headers: { cookie: visitor.cookie }, body };
  });
  account.unfinished = account.unfinished.filter((each) => each !== unfinished);
  if (finished.kind === 'refused')
    ledger.losses.push(`${recording.filename} was refused with ${finished.status} ${finished.code}`);
  if (finished.kind !== 'done') {
    ledger.counts.unknown += 1;
    recording.accepted = 'unknown';
    return;
  }
  ledger.counts.acknowledged += 1;
  const { transcriptId } = JSON.parse(finished.value.bytes.toString('utf8')) as TranscribedRecording;
  account.transcripts.push(await newTranscript(transcriptId, sent, true));
}
