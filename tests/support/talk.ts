import { onTestFinished } from 'vitest';
import { ChatEvent } from '#contract/chat.ts';
import { editTranscript } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { getTranscript } from '#contract/transcripts.ts';
import { parseCitations } from '#domain/citation-marks.ts';
import { ANTHROPIC_KEY, startAnthropicDouble } from './anthropic-double.ts';
import { type TestAppOptions, testApp } from './app.ts';
import { eventsIn } from './events-in.ts';
import type { Person } from './person.ts';
import { wavRecording } from './recordings.ts';

const recording = wavRecording(21_000);

/** The application with a person and a finished transcript of theirs: 21 s, two speakers, what the fake engine says. */
export async function withTalk(options: TestAppOptions = {}) {
  const test = await testApp({ workers: true, ...options });
  const ann = await test.person('Ann');
  const id = await ann.upload(await recording);
  await ann.settled(id);
  return { ...test, ann, id, params: { id } };
}

/** The same, with Claude's double behind a key of the installation. */
export async function withClaude({ env, ...options }: TestAppOptions = {}) {
  const claude = await startAnthropicDouble();
  onTestFinished(() => claude.close());
  const settings = { ANTHROPIC_BASE_URL: claude.url, ANTHROPIC_API_KEY: ANTHROPIC_KEY, ...env };
  return { claude, ...(await withTalk({ ...options, env: settings })) };
}

/** Puts other words into a segment. */
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

/** The seconds that a text's citations point at. */
export function citedSeconds(text: string): number[] {
  return parseCitations(text).flatMap((piece) => (piece.kind === 'moment' ? [piece.seconds] : []));
}

/** A stream of events as the answer to a question, read to its end. */
export function readChatEvents(body: string): ChatEvent[] {
  return eventsIn(body).map((event) => ChatEvent.parse(event));
}
