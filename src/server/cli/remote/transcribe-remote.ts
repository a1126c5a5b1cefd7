import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { TranscriptId, UploadId } from '#contract/ids.ts';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { getTranscript, getWords, retryTranscript, type Transcript } from '#contract/transcripts.ts';
import { getUploadLimits, processUpload } from '#contract/uploads.ts';
import { usesWords } from '#domain/exports/formats.ts';
import { createProgressBar } from '../progress-bar.ts';
import { writeText } from '../write-text.ts';
import { type RemoteArguments, readRemoteArguments } from './arguments.ts';
import { type Begin, type Begun, BegunNotKept, findBegun, forgetBegun, rememberBegun } from './begun.ts';
import { findWork, type Work } from './find-work.ts';
import { FileChanged, type LocalFile, openLocalFile } from './local-file.ts';
import { saveText, TextNotSaved } from './save-text.ts';
import { PartRefused, sendFile } from './send-file.ts';
import { openServer, RemoteError, type Server } from './server.ts';

/** Recordings in flight at once: one is sent while another is transcribed. */
const LANES = 2;
const POLL_MS = 1000;
/** The part of the bar that sending takes. */
const SENDING = 0.3;

interface Task {
  server: Server;
  args: RemoteArguments;
  signal: AbortSignal;
  onProgress: (label: string, share: number) => void;
  /** The recordings of this run, by the content of their files. */
  begun: Map<string, BegunRecording>;
  /** The largest file that the server takes, asked once. */
  maxBytes: () => Promise<number>;
}

interface BegunRecording {
  path: string;
  transcriptId: Promise<TranscriptId>;
}

/** Transcribes files on a server. Returns how many could not be; throws UsageError, and other errors that would meet all files. */
export async function transcribeRemotely(
  argv: string[],
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<number> {
  const args = readRemoteArguments(argv, process.env);
  const { works, isSeveral } = await findWork(args);
  const bar = createProgressBar(process.stderr);
  const say = (line: string) => {
    bar.done();
    print(line);
  };
  const server = await openServer({ address: args.server, token: args.token, signal, say });
  const { left, kept } = isSeveral ? await leaveOutKept(works) : { left: works, kept: [] };
  if (kept[0]?.out !== undefined)
    say(`${kept.length} of ${works.length} have a text already, such as ${kept[0].out}, and are left out.`);
  const overall = overallProgress(left.length, bar.show);
  const begun: Task['begun'] = new Map();
  const maxBytes = askOnce(server);
  let failed = 0;
  const queue = left.values();
  const lane = async () => {
    for (const work of queue) {
      signal.throwIfAborted();
      const onProgress = (label: string, share: number) => overall.show(work.path, label, share);
      let line: string | undefined;
      try {
        line = await transcribeOne({ server, args, signal, begun, maxBytes, onProgress }, work);
      } catch (error) {
        if (signal.aborted || isForAll(error)) throw error;
        failed += 1;
        line = error instanceof Error ? error.message : String(error);
      }
      overall.end(work.path);
      if (line !== undefined) say(`${work.path}: ${line}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
  } finally {
    bar.done();
  }
  if (isSeveral && left.length > 0)
    say(`${left.length - failed} of ${left.length} recordings were transcribed.`);
  return failed;
}

function askOnce(server: Server): () => Promise<number> {
  let answer: Promise<number> | undefined;
  return () => {
    answer ??= askForLimit(server);
    return answer;
  };
}

async function askForLimit(server: Server): Promise<number> {
  try {
    return (await server.call(getUploadLimits, {})).maxBytes;
  } catch (error) {
    // Older servers do not say; all of them have the same limit.
    if (error instanceof RemoteError && error.status === 404) return MAX_UPLOAD_BYTES;
    throw error;
  }
}

/** Separates recordings whose text is there already. */
async function leaveOutKept(works: readonly Work[]): Promise<{ left: Work[]; kept: Work[] }> {
  const left: Work[] = [];
  const kept: Work[] = [];
  for (const work of works) {
    const isThere = work.out !== undefined && (await stat(work.out).catch(() => undefined));
    (isThere ? kept : left).push(work);
  }
  return { left, kept };
}

/** Shows how far all recordings are together, from how far those are that are being transcribed. */
function overallProgress(total: number, show: (label: string, share: number) => void) {
  const shares = new Map<string, number>();
  let ended = 0;
  const update = (label: string) => {
    const sum = [...shares.values()].reduce((all, share) => all + share, ended);
    show(total === 1 ? label : `${ended} of ${total}`, sum / total);
  };
  return {
    show: (path: string, label: string, share: number) => {
      shares.set(path, share);
      update(label);
    },
    end: (path: string) => {
      shares.delete(path);
      ended += 1;
      update('Done');
    },
  };
}

/** Whether the other files would fail for the same reason: the token, the server, or the disk here. */
function isForAll(error: unknown): boolean {
  if (error instanceof TextNotSaved) return error.isForAll;
  if (error instanceof BegunNotKept) return true;
  if (!(error instanceof RemoteError)) return false;
  if (error.status === null || error.status === STORAGE_FULL || error.code === 'other_version') return true;
  return !(error instanceof PartRefused) && [401, 403].includes(error.status);
}

const STORAGE_FULL = 507;

/** Returns a line about the file, if there is something to say. */
async function transcribeOne(task: Task, { path, out }: Work): Promise<string | undefined> {
  const { server, args, signal, begun, onProgress } = task;
  onProgress('Reading', 0);
  const file = await openLocalFile(path, { maxBytes: await task.maxBytes(), signal });
  const begin: Begin = { server: server.address, contentHash: file.contentHash, options: args.options };
  const twin = begun.get(file.contentHash);
  const transcriptId = twin?.transcriptId ?? makeTranscript(task, file, begin);
  if (!twin) begun.set(file.contentHash, { path, transcriptId });
  const transcript = await waitFor(task, await transcriptId);
  if (transcript.status === 'failed')
    throw new Error(transcript.errorMessage ?? 'The transcription has failed.');
  await saveText(await render(server, transcript, args), out);
  // Not before: where the text cannot be written, the next attempt must find the transcript.
  await forgetBegun(begin);
  if (twin) return `It has the same content as ${twin.path}. One transcript was made for both.`;
  return notesOn(transcript).join(' ') || undefined;
}

function notesOn({ doubtful, missingSoundTrack }: Transcript): string[] {
  return [
    // Older servers do not say.
    ...(typeof missingSoundTrack === 'number'
      ? [`Sound track ${missingSoundTrack} cannot be heard in it, so another one was.`]
      : []),
    ...(doubtful ? ['Please check the text, which may be wrong.'] : []),
  ];
}

/** The transcript of a file, in progress: the one that was begun, or a new one. */
async function makeTranscript(task: Task, file: LocalFile, begin: Begin): Promise<TranscriptId> {
  const { server } = task;
  const begun = await findBegun(begin);
  const earlier = begun && begun.transcriptId !== null ? await find(server, begun.transcriptId) : undefined;
  if (!earlier) return upload(task, file, { begin, begun });
  const { id, status } = earlier;
  // The recording is there; whatever the reason was, it may have passed.
  if (status === 'failed') await server.call(retryTranscript, { params: { id }, body: {} });
  return id;
}

/** Undefined if it has been deleted. */
async function find(server: Server, id: TranscriptId): Promise<Transcript | undefined> {
  try {
    return await server.call(getTranscript, { params: { id } });
  } catch (error) {
    if (error instanceof RemoteError && error.code === 'transcript_not_found') return undefined;
    throw error;
  }
}

async function upload(
  { server, args, signal, onProgress }: Task,
  file: LocalFile,
  { begin, begun }: { begin: Begin; begun: Begun | undefined },
): Promise<TranscriptId> {
  const send = (earlier: UploadId | undefined) =>
    sendFile(server, {
      file,
      uploadId: earlier,
      onBegun: (uploadId) => rememberBegun(begin, { uploadId, transcriptId: null }),
      onProgress: (share) => onProgress('Sending', SENDING * share),
      signal,
    });
  const process = async (uploadId: UploadId) => {
    const { id } = await server.call(processUpload, { body: { uploadId, ...args.options } });
    await rememberBegun(begin, { uploadId, transcriptId: id });
    return id;
  };
  try {
    const uploadId = await send(begun?.transcriptId === null ? begun.uploadId : undefined);
    try {
      return await process(uploadId);
    } catch (error) {
      if (!(error instanceof RemoteError && error.code === 'upload_incomplete')) throw error;
      // The server was killed before it had written all that it had confirmed.
      return await process(await send(uploadId));
    }
  } catch (error) {
    // Its old content is nowhere any more.
    if (error instanceof FileChanged) await forgetBegun(begin);
    throw error;
  }
}

async function waitFor({ server, signal, onProgress }: Task, id: TranscriptId): Promise<Transcript> {
  for (;;) {
    const transcript = await server.call(getTranscript, { params: { id } });
    if (transcript.status !== 'processing') return transcript;
    const label = transcript.stage === 'waiting' ? 'Waiting' : 'Recognizing';
    onProgress(label, SENDING + ((1 - SENDING) * transcript.progressPercent) / 100);
    await delay(POLL_MS, undefined, { signal });
  }
}

async function render(server: Server, transcript: Transcript, args: RemoteArguments): Promise<string> {
  const { format, cutAtWords } = args;
  const words = usesWords(format, cutAtWords) ? await wordsOf(server, transcript.id) : undefined;
  return writeText(format, transcript, words);
}

async function wordsOf(server: Server, id: TranscriptId) {
  const { segments } = await server.call(getWords, { params: { id } });
  return new Map(segments.map((segment) => [segment.id, segment]));
}
