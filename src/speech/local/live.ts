import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveHooks, LiveSession } from '../engine.ts';
import { SAMPLES_PER_MS } from './pcm.ts';
import type { Pool } from './pool.ts';
import { DetectResult, RecognizeResult } from './protocol.ts';
import { FRAME_MS, findSpeech, planChunks, type Span } from './speech-regions.ts';

/** The least new audio that is worth another detection. */
const MIN_NEW_MS = 256;
/** A pause of this length ends a chunk: longer than the pauses that `planChunks` bridges. */
const QUIET_ENDS_MS = 900;
/** Words still being spoken are recognized again when there is this much more of them. */
const MIN_MORE_MS = 400;
/** Leading silence is dropped, except for the context that findSpeech needs to detect a beginning. */
const MAX_QUIET_MS = 4000;
const KEPT_QUIET_MS = 1000;
const FIRST_PROBABILITIES = 1024;
/** The spool is truncated when this much of it is final, so that the file never holds much more than this and a chunk. */
const ROLL_MS = 60_000;
/** What is kept before it as context for detection; whole frames. */
const KEPT_BEFORE_FRAMES = 320;
/** An engine that has fallen this far behind does not catch up. */
const MAX_LAG_MS = 120_000;
const BYTES_PER_MS = SAMPLES_PER_MS * Float32Array.BYTES_PER_ELEMENT;

/**
 * Recognizes live with the models for whole recordings: voice activity detection on new audio, then recognition of the current
 * chunk, repeated until a pause or its length ends it. Its requests take precedence over those of recordings.
 */
export function listenLive(pool: Pool, { folder, signal, onWords, onFailed }: LiveHooks): LiveSession {
  const spool = openSpool(folder);
  let writing: Promise<unknown> = Promise.resolve();
  let writtenMs = 0;
  let listening: Promise<void> | undefined;
  let isEnding = false;
  let failure: unknown;
  const fail = (error: unknown) => {
    if (failure !== undefined || signal.aborted) return;
    failure = error;
    onFailed();
  };
  const detection = createDetection();

  const newMs = () => (Math.floor(writtenMs / FRAME_MS) - detection.frames()) * FRAME_MS;
  const recognize = async (span: Span) => {
    const request = { type: 'recognize' as const, pcmPath: spool.path(), spans: [spool.place(span)] };
    const { spoken } = await pool.run({ request, result: RecognizeResult, signal, isUrgent: true });
    return (spoken[0]?.words ?? []).map((word) => word.text).join(' ');
  };
  const listen = async () => {
    while (!signal.aborted && (isEnding || newMs() >= MIN_NEW_MS)) {
      const isLast = isEnding;
      if (newMs() > 0) {
        const first = spool.originFrame();
        const [fromFrame, toFrame] = [detection.frames() - first, Math.floor(writtenMs / FRAME_MS) - first];
        const request = { type: 'detect' as const, pcmPath: spool.path(), fromFrame, toFrame };
        const { probabilities } = await pool.run({ request, result: DetectResult, signal, isUrgent: true });
        detection.add(probabilities);
      }
      for (const { span, isFinal } of detection.next(isLast)) {
        const text = await recognize(span);
        if (text !== '' || isFinal) onWords({ ...span, text, isFinal });
      }
      if (isLast) return;
      writing = writing.then(() => spool.roll(detection.openFrame()));
      await writing;
    }
  };
  const start = () => {
    listening ??= listen()
      .catch(fail)
      .finally(() => {
        listening = undefined;
        // Audio that arrived after the last round.
        if (newMs() >= MIN_NEW_MS && failure === undefined && !isEnding && !signal.aborted) void start();
      });
    return listening;
  };
  return {
    push(samples) {
      const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
      if (failure !== undefined || signal.aborted) return;
      if (newMs() > MAX_LAG_MS) return fail(new Error('Recognition does not keep up with what is said.'));
      writing = writing
        .then(() => spool.append(bytes))
        .then(() => {
          writtenMs += samples.length / SAMPLES_PER_MS;
          if (failure === undefined) void start();
        })
        .catch(fail);
    },
    async end() {
      try {
        await writing;
        while (listening) await listening;
        isEnding = true;
        await start();
        if (failure !== undefined && !signal.aborted) throw failure;
      } finally {
        await spool.close();
      }
    },
  };
}

/** The audio that is still needed, in a file. Call its asynchronous methods one after the other. */
function openSpool(folder: string) {
  const pathOf = (number: number) => join(folder, `live-${number}.f32`);
  let number = 0;
  let originFrame = 0;
  let sizeBytes = 0;
  let file: FileHandle | undefined;
  const append = async (bytes: Uint8Array) => {
    file ??= await open(pathOf(number), 'w+');
    await file.writeFile(bytes);
    sizeBytes += bytes.length;
  };
  return {
    path: () => pathOf(number),
    /** The session's frame at which the file begins. */
    originFrame: () => originFrame,
    /** The position of the session's span in the file. */
    place: ({ startMs, endMs }: Span): Span => ({
      startMs: startMs - originFrame * FRAME_MS,
      endMs: endMs - originFrame * FRAME_MS,
    }),
    append,
    /** Drops the audio before a frame, if there is much of it. Nobody may be reading. */
    async roll(openFrame: number) {
      const from = openFrame - KEPT_BEFORE_FRAMES;
      const dropped = (from - originFrame) * FRAME_MS * BYTES_PER_MS;
      if (!file || dropped < ROLL_MS * BYTES_PER_MS) return;
      const rest = Buffer.alloc(sizeBytes - dropped);
      const { bytesRead } = await file.read(rest, 0, rest.length, dropped);
      await file.close();
      await rm(pathOf(number));
      file = undefined;
      sizeBytes = 0;
      number += 1;
      originFrame = from;
      await append(rest.subarray(0, bytesRead));
    },
    async close() {
      await file?.close();
    },
  };
}

interface NextSpan {
  span: Span;
  isFinal: boolean;
}

/** What has been detected since the last final words. */
function createDetection() {
  let probabilities = new Uint8Array(FIRST_PROBABILITIES);
  let count = 0;
  /** Everything before this frame is final. */
  let base = 0;
  let toldToMs = 0;
  return {
    frames: () => count,
    /** Everything before it is final. */
    openFrame: () => base,
    add(block: Uint8Array) {
      if (count + block.length > probabilities.length) {
        const larger = new Uint8Array(2 * (count + block.length));
        larger.set(probabilities.subarray(0, count));
        probabilities = larger;
      }
      probabilities.set(block, count);
      count += block.length;
    },
    /** The spans to recognize now: chunks that have ended, then the current one. */
    next(isLast: boolean): NextSpan[] {
      const open = probabilities.subarray(base, count);
      const [baseMs, heardMs] = [base * FRAME_MS, count * FRAME_MS];
      const chunks = planChunks(findSpeech(open, heardMs - baseMs), open).map((chunk) => ({
        startMs: Math.round(chunk.startMs + baseMs),
        endMs: Math.round(chunk.endMs + baseMs),
      }));
      const found = chunks.map((span, index) => ({
        span,
        isFinal: isLast || index < chunks.length - 1 || heardMs - span.endMs >= QUIET_ENDS_MS,
      }));
      const ended = found.filter(({ isFinal }) => isFinal).at(-1);
      if (ended) base = Math.min(count, Math.ceil(ended.span.endMs / FRAME_MS));
      else if (chunks.length === 0 && heardMs - baseMs > MAX_QUIET_MS)
        base = count - Math.floor(KEPT_QUIET_MS / FRAME_MS);
      const fresh = found.filter(({ span, isFinal }) => isFinal || span.endMs - toldToMs >= MIN_MORE_MS);
      toldToMs = Math.max(toldToMs, ...fresh.map(({ span }) => span.endMs));
      return fresh;
    },
  };
}
