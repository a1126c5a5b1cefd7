import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Patience } from '#speech/assemblyai/patience.ts';
import { type ArrivedRequest, type Loopback, sendJson, startLoopback } from './loopback.ts';
import { readWav } from './speak.ts';

export const ASSEMBLYAI_KEY = '0123456789abcdef0123456789abcdef';
/** The key of another account. */
export const OTHER_ASSEMBLYAI_KEY = 'fedcba9876543210fedcba9876543210';

/** Short intervals for tests in which the double answers at once; limits stay long, because the machine may be slow. */
export const HASTY: Patience = {
  firstLookMs: 1,
  longestLookMs: 5,
  answerMs: 30_000,
  stallMs: 30_000,
  retryMs: [1, 2],
  lookRetryMs: [1, 2],
};
/** Short limits for tests in which the double does not answer. */
export const IMPATIENT: Patience = { ...HASTY, answerMs: 800, stallMs: 800 };

/** The calls of the service. */
export type AssemblyAiCall = 'upload' | 'submit' | 'look' | 'remove' | 'list';

/** How the service replies instead of its default answer. */
export type AssemblyAiReply =
  | { kind: 'error'; status: number; message?: string; headers?: Record<string, string> }
  /** Breaks the connection, before the answer or in the middle. */
  | { kind: 'lost' }
  | { kind: 'cut' }
  | { kind: 'malformed' }
  /** Replies with well-formed JSON of the wrong shape. */
  | { kind: 'foreign' }
  /** Never replies. */
  | { kind: 'silent' };

interface Job {
  id: string;
  key: string;
  sound: Buffer;
  speakerLabels: boolean;
  /** How many speakers were expected; undefined if nobody said. */
  speakersExpected: number | undefined;
  /** The language that was ordered; null if it is to be detected. */
  language: string | null;
  looks: number;
  isDeleted: boolean;
  /** Whether it can tell speakers apart, which it cannot in some languages. */
  namesSpeakers: boolean;
  /** The error the job ends with; null if it succeeds. */
  failure: string | null;
}

export interface AssemblyAiDouble extends Loopback {
  jobs: Job[];
  /** Queues replies, one per call of this kind; after them, the default answer returns. */
  reply(call: AssemblyAiCall, ...replies: AssemblyAiReply[]): void;
  /** Jobs stay at 'processing' until they are released. */
  hold(): void;
  release(): void;
  /** Makes all further jobs come without speakers, or with them again. */
  nameSpeakers(isSo: boolean): void;
  /** Makes all further jobs end with this error; null makes them succeed again. */
  failWith(message: string | null): void;
  count(call: AssemblyAiCall): number;
  /** Forgets jobs, counts and whatever was arranged, for the next test. */
  reset(): void;
  /** Resolves once the call has arrived this many times. */
  asked(call: AssemblyAiCall, times: number): Promise<void>;
}

/**
 * Speaks the wire format of AssemblyAI's upload and transcript calls (version 2). It recognizes words wherever there is sound, by two speakers in turn. A job
 * is queued at the first status request, processing at the second, and completed at the third (or the number given as `looks`).
 */
export async function startAssemblyAiDouble({ looks = 3 } = {}): Promise<AssemblyAiDouble> {
  const jobs: Job[] = [];
  const sounds = new Map<string, Buffer>();
  const replies = new Map<AssemblyAiCall, AssemblyAiReply[]>();
  const counts = new Map<AssemblyAiCall, number>();
  const changes = new EventTarget();
  const state = { isHeld: false, failure: null as string | null, namesSpeakers: true };

  const answers: Record<AssemblyAiCall, (request: ArrivedRequest, response: ServerResponse) => void> = {
    upload: (request, response) => {
      const problem = problemOfWav(request);
      if (problem) return sendJson(response, 422, { error: problem });
      const address = `https://cdn.assemblyai.test/upload/${sounds.size + 1}`;
      sounds.set(address, request.body as Buffer);
      sendJson(response, 200, { upload_url: address });
    },
    submit: (request, response) => {
      // Our own client wrote this body; a missing part would show at once.
      const order = request.body as {
        audio_url: string;
        speaker_labels: boolean;
        speakers_expected?: number;
        language_detection?: boolean;
        language_code?: string;
      };
      const sound = sounds.get(order.audio_url);
      const { language_code: language = null } = order;
      if (!sound || (order.language_detection === true) === (language !== null))
        return sendJson(response, 400, { error: 'The order is not complete.' });
      const job = {
        id: `job-${jobs.length + 1}`,
        key: keyOf(request),
        sound,
        speakerLabels: order.speaker_labels,
        speakersExpected: order.speakers_expected,
        language,
        looks: 0,
        isDeleted: false,
        namesSpeakers: state.namesSpeakers,
        failure: state.failure,
      };
      jobs.push(job);
      sendJson(response, 200, presentJob(job, 'queued'));
    },
    look: (request, response) => {
      const job = findJob(jobs, request);
      if (!job) return sendJson(response, 400, { error: 'Transcript lookup error, transcript id not found' });
      job.looks += 1;
      const isDone = job.looks >= looks && !state.isHeld;
      const status = isDone ? 'completed' : job.looks === 1 ? 'queued' : 'processing';
      sendJson(response, 200, presentJob(job, job.isDeleted ? 'completed' : status));
    },
    remove: (request, response) => {
      const job = findJob(jobs, request);
      if (!job) return sendJson(response, 400, { error: 'Transcript lookup error, transcript id not found' });
      job.isDeleted = true;
      sendJson(response, 200, presentJob(job, 'completed'));
    },
    list: (_request, response) =>
      sendJson(response, 200, { page_details: { limit: 1, result_count: 0 }, transcripts: [] }),
  };

  const loopback = await startLoopback((request, response) => {
    const call = callOf(request);
    if (!call) return sendJson(response, 404, { error: 'Not found' });
    counts.set(call, (counts.get(call) ?? 0) + 1);
    changes.dispatchEvent(new Event('asked'));
    const reply = replies.get(call)?.shift();
    if (reply) return send(response, reply);
    if (![ASSEMBLYAI_KEY, OTHER_ASSEMBLYAI_KEY].includes(keyOf(request)))
      return sendJson(response, 401, {
        error: `Authentication error, API token ${keyOf(request)} is invalid`,
      });
    return answers[call](request, response);
  });
  const count = (call: AssemblyAiCall) => counts.get(call) ?? 0;
  return {
    ...loopback,
    jobs,
    count,
    reply: (call, ...next) => void replies.set(call, [...(replies.get(call) ?? []), ...next]),
    hold: () => {
      state.isHeld = true;
    },
    release: () => {
      state.isHeld = false;
    },
    nameSpeakers: (isSo) => {
      state.namesSpeakers = isSo;
    },
    failWith: (message) => {
      state.failure = message;
    },
    reset: () => {
      jobs.length = 0;
      for (const kept of [sounds, replies, counts]) kept.clear();
      Object.assign(state, { isHeld: false, failure: null, namesSpeakers: true });
    },
    asked: async (call, times) => {
      while (count(call) < times) await once(changes as never, 'asked');
    },
  };
}

function callOf({ method, path }: ArrivedRequest): AssemblyAiCall | undefined {
  if (method === 'POST' && path === '/v2/upload') return 'upload';
  if (method === 'POST' && path === '/v2/transcript') return 'submit';
  if (method === 'GET' && path.startsWith('/v2/transcript?')) return 'list';
  if (!path.startsWith('/v2/transcript/')) return undefined;
  return method === 'GET' ? 'look' : method === 'DELETE' ? 'remove' : undefined;
}

function send(response: ServerResponse, reply: AssemblyAiReply): void {
  switch (reply.kind) {
    case 'error':
      sendJson(response, reply.status, { error: reply.message ?? 'scripted' }, reply.headers);
      return;
    case 'lost':
      response.socket?.destroy();
      return;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"id": "job-', () => response.socket?.destroy());
      return;
    case 'malformed':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"id": "job-1", "status":');
      return;
    case 'foreign':
      sendJson(response, 200, { id: 7, status: 'dreaming' });
      return;
    case 'silent':
      return;
  }
}

function keyOf({ headers }: ArrivedRequest): string {
  return headers.authorization ?? '';
}

/** Finds the requested job; jobs of other accounts do not exist. */
function findJob(jobs: readonly Job[], request: ArrivedRequest): Job | undefined {
  const id = request.path.split('/').at(-1);
  return jobs.find((job) => job.id === id && job.key === keyOf(request));
}

function problemOfWav({ headers, body }: ArrivedRequest): string | null {
  if (!Buffer.isBuffer(body) || body.toString('latin1', 0, 4) !== 'RIFF') return 'This is no WAV file.';
  const isComplete =
    Number(headers['content-length']) === body.length &&
    body.readUInt32LE(4) === body.length - 8 &&
    body.readUInt32LE(40) === body.length - 44;
  return isComplete ? null : 'The lengths of this WAV file are wrong.';
}

type Status = 'queued' | 'processing' | 'completed';

function presentJob(job: Job, status: Status): Record<string, unknown> {
  const common = { id: job.id, speaker_labels: job.speakerLabels, language_detection: true };
  const nothing = { text: null, words: null, utterances: null, language_code: null, error: null };
  if (job.isDeleted) {
    const text = 'Deleted by user.';
    return { ...common, ...nothing, status, text, audio_url: 'http://deleted_by_user' };
  }
  const audio_url = 'https://cdn.assemblyai.test/upload/1';
  if (status !== 'completed') return { ...common, ...nothing, status, audio_url };
  if (job.failure !== null) return { ...common, ...nothing, status: 'error', audio_url, error: job.failure };
  const utterances = hearUtterances(readWav(job.sound));
  if (utterances.length === 0) {
    const error = 'language_detection cannot be performed on files with no spoken audio.';
    return { ...common, ...nothing, status: 'error', audio_url, error };
  }
  return {
    ...common,
    status,
    audio_url,
    error: null,
    text: utterances.map(({ text }) => text).join(' '),
    words: utterances.flatMap(({ words }) => words),
    utterances: job.speakerLabels && job.namesSpeakers ? utterances : null,
    language_code: 'en_us',
    confidence: 0.95,
    audio_duration: Math.round(job.sound.length / 32_000),
  };
}

const WINDOW_SAMPLES = 8000;
const WINDOW_MS = 500;
const WORD_MS = 250;
const SILENCE_LEVEL = 0.003;
const TEXT = 'Good morning from the cloud. We heard you speak today. Who will answer this?'.split(' ');

/** Fills each range of sound with words, the first by speaker B, the next by A, and so on. */
function hearUtterances(samples: Float32Array) {
  const stretches: { startMs: number; endMs: number }[] = [];
  for (let from = 0; from < samples.length; from += WINDOW_SAMPLES) {
    const isLoud = samples
      .subarray(from, from + WINDOW_SAMPLES)
      .some((sample) => Math.abs(sample) > SILENCE_LEVEL);
    if (!isLoud) continue;
    const startMs = from / 16;
    const last = stretches.at(-1);
    if (last?.endMs === startMs) last.endMs += WINDOW_MS;
    else stretches.push({ startMs, endMs: startMs + WINDOW_MS });
  }
  return stretches.map(({ startMs, endMs }, index) => {
    const speaker = index % 2 === 0 ? 'B' : 'A';
    const words = Array.from({ length: (endMs - startMs) / WORD_MS }, (_, number) => {
      const start = startMs + number * WORD_MS;
      const text = TEXT[number % TEXT.length] ?? '';
      return { text, start, end: start + WORD_MS, confidence: 0.95, speaker };
    });
    const text = words.map((word) => word.text).join(' ');
    return { speaker, text, start: startMs, end: endMs, confidence: 0.95, words };
  });
}
