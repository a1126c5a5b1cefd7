import { createHash } from 'node:crypto';
import type { TranscriptId } from '#contract/ids.ts';
import { encoded } from '#tests/support/recordings.ts';
import { Known, type LedgerRecording, type LedgerTranscript } from './ledger.ts';
import type { Person } from './person.ts';
import { expectedSegments, toneFile } from './sounds.ts';

/** A file to send, and its properties. */
export interface SentFile {
  recording: LedgerRecording;
  file: Buffer;
  contentType: string;
  seconds: number;
}

const LENGTHS = [4, 11, 23, 35] as const;
/** Just above the size from which files can be sent in parts. */
const LARGE = { seconds: 90, sampleRate: 96_000 };
const VIDEO_SECONDS = 3;
const FIRST_TONE = 200;

let files = 0;
let video: Promise<Buffer> | undefined;

/** Creates a unique file: usually audio, sometimes a large one, one that browsers cannot play, or one that is not a recording. */
export async function makeFile(person: Person): Promise<SentFile> {
  const { random } = person;
  if (random.chance(0.08)) {
    files += 1;
    return described(person, Buffer.from(`This is no recording, number ${files}.`), {
      ending: 'mp3',
      contentType: 'audio/mpeg',
      expected: 'failed',
    });
  }
  if (random.chance(0.06)) return makeVideo(person);
  return makeSound(person, random.chance(0.12) ? LARGE : { seconds: random.pick(LENGTHS) });
}

/** Creates a tone of the given length, or of one of the usual lengths. */
export function makeSound(
  person: Person,
  size: { seconds: number; sampleRate?: number } = { seconds: person.random.pick(LENGTHS) },
): SentFile {
  files += 1;
  const file = toneFile({ tone: FIRST_TONE + files, ...size });
  return described(person, file, { ending: 'wav', contentType: 'audio/wav', seconds: size.seconds });
}

/** Creates a video in a format that must be transcoded. */
async function makeVideo(person: Person): Promise<SentFile> {
  files += 1;
  video ??= encoded(toneFile({ tone: FIRST_TONE, seconds: VIDEO_SECONDS }), 'mov');
  // A box that players skip, which makes the file unique.
  const box = Buffer.alloc(16, 0);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4);
  box.writeUInt32BE(files, 8);
  return described(person, Buffer.concat([await video, box]), {
    ending: 'mov',
    contentType: 'video/quicktime',
    seconds: VIDEO_SECONDS,
  });
}

function described(
  { account }: Person,
  file: Buffer,
  {
    ending,
    contentType,
    seconds = 0,
    expected = 'completed',
  }: { ending: string; contentType: string; seconds?: number; expected?: LedgerRecording['expected'] },
): SentFile {
  return {
    file,
    contentType,
    seconds,
    recording: {
      filename: `${account.name} ${files}.${ending}`,
      sha256: createHash('sha256').update(file).digest('hex'),
      sizeBytes: file.length,
      isCopied: ending === 'mov',
      expected,
      accepted: 'no',
    },
  };
}

/** The expected state of a transcript that has just been accepted. */
export async function newTranscript(
  id: TranscriptId,
  { recording, seconds }: SentFile,
  suggestSpeakers: boolean,
): Promise<LedgerTranscript> {
  recording.accepted = 'yes';
  const isSound = recording.expected === 'completed';
  return {
    id,
    recording,
    state: new Known({
      title: recording.filename.replace(/\.\w+$/, ''),
      segments: isSound ? await expectedSegments(seconds, suggestSpeakers) : [],
      speakerNames: {},
      editCount: 0,
      projectId: null,
      isCancelled: false,
    }),
    share: new Known(null),
    questions: [],
    clips: [],
  };
}
