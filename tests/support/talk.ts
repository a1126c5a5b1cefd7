import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { ChatEvent } from '#contract/chat.ts';
import { editTranscript } from '#contract/edits.ts';
import { TranscriptId } from '#contract/ids.ts';
import { getTranscript } from '#contract/transcripts.ts';
import { parseCitations } from '#domain/citation-marks.ts';
import { ANTHROPIC_KEY, type AnthropicDouble, startAnthropicDouble } from './anthropic-double.ts';
import { sharedApp, type TestApp, type TestAppOptions, testApp } from './app.ts';
import { COPY_TRANSCRIPT } from './copy-transcript.ts';
import { eventsIn } from './events-in.ts';
import { onFileFinished } from './file-end.ts';
import type { Person } from './person.ts';
import { wavRecording } from './recordings.ts';

const recording = wavRecording(21_000);

/** A person with a finished transcript (21 s, two speakers, the text of the fake engine), in the file's shared application. */
export async function withTalk() {
  return haveTalk(await sharedApp({ workers: true }));
}

/** Like `withTalk`, in a separate application. */
export async function withOwnTalk(options: TestAppOptions = {}) {
  return haveTalk(await testApp({ workers: true, ...options }));
}

/** Like `withTalk`, with a double of Claude behind the installation's key. Both are shared by the file; the double's queued replies and recorded requests are cleared. */
export async function withClaude() {
  const claude = await sharedClaude();
  return { claude, ...(await haveTalk(await sharedApp({ workers: true, env: settingsFor(claude) }))) };
}

/** Like `withClaude`, with a separate application and double. */
export async function withOwnClaude({ env, ...options }: TestAppOptions = {}) {
  const claude = await startAnthropicDouble();
  onTestFinished(() => claude.close());
  return { claude, ...(await withOwnTalk({ ...options, env: { ...settingsFor(claude), ...env } })) };
}

let claudeOfFile: Promise<AnthropicDouble> | undefined;

/** The double of Claude shared by the tests of a file, as if it had just been started. */
export async function sharedClaude(): Promise<AnthropicDouble> {
  claudeOfFile ??= startAnthropicDouble().then((claude) => {
    onFileFinished(async () => {
      claudeOfFile = undefined;
      await claude.close();
    });
    return claude;
  });
  const claude = await claudeOfFile;
  claude.forget();
  return claude;
}

/** The installation's settings for the double of Claude. */
export function settingsFor(claude: Pick<AnthropicDouble, 'url'>): Record<string, string> {
  return { ANTHROPIC_BASE_URL: claude.url, ANTHROPIC_API_KEY: ANTHROPIC_KEY };
}

async function haveTalk(test: TestApp) {
  const ann = await test.person('Ann');
  const id = await copyTalk(test, ann);
  return { ...test, ann, id, params: { id } };
}

/** For each application, the transcript that is copied. */
const originals = new WeakMap<TestApp['app'], Promise<TranscriptId>>();

/** Gives a person a finished transcript of the recording: a copy with its own file. The original is really transcribed, once per application. */
export async function copyTalk(test: TestApp, person: Person): Promise<TranscriptId> {
  const known = originals.get(test.app);
  const original = known ?? transcribeTalk(test);
  originals.set(test.app, original);
  const from = await original;
  const [media] = await test.sql('select storage_key, size_bytes from media where transcript_id = $1', [
    from,
  ]);
  const storageKey = `uploads/${randomBytes(16).toString('base64url')}`;
  const file = await test.deps.store.read(String(media?.storage_key));
  await test.deps.store.put(storageKey, file, { maxBytes: Number(media?.size_bytes) });
  const [copy] = await test.sql(COPY_TRANSCRIPT, [from, person.user?.id, storageKey, null]);
  return TranscriptId.parse(copy?.id);
}

async function transcribeTalk(test: TestApp): Promise<TranscriptId> {
  const somebody = await test.person();
  const id = await somebody.upload(await recording);
  const { status } = await somebody.settled(id);
  if (status !== 'completed') throw new Error(`The talk is ${status}.`);
  return id;
}

/** Replaces the text of a segment. */
export async function rewrite(person: Person, id: TranscriptId, at: number, text: string): Promise<void> {
  const { timestampedTranscript } = await person.call(getTranscript, { params: { id } });
  const segment = timestampedTranscript[at];
  if (!segment) throw new Error(`There is no segment ${at}.`);
  const { id: segmentId, revision } = segment;
  await person.call(editTranscript, {
    params: { id },
    body: { kind: 'text', segment: { id: segmentId, revision }, text },
  });
}

/** The seconds that the citations in a text point to. */
export function citedSeconds(text: string): number[] {
  return parseCitations(text).flatMap((piece) => (piece.kind === 'moment' ? [piece.seconds] : []));
}

/** Parses a complete event stream with the answer to a question. */
export function readChatEvents(body: string): ChatEvent[] {
  return eventsIn(body).map((event) => ChatEvent.parse(event));
}
