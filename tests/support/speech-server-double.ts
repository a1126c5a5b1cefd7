import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ArrivedRequest, type Loopback, sendJson, startLoopback } from './loopback.ts';
import { type FormPart, readMultipart } from './multipart.ts';
import { readWav } from './speak.ts';
import {
  answerFor,
  type DoubleLanguage,
  hearSentences,
  isDoubleLanguage,
  type SpeechServerProfile,
} from './speech-server-answers.ts';
import {
  type ArrivedPiece,
  fieldOf,
  refusalOfForm,
  refusalOfKey,
  refusalOfPath,
  refusalOfPiece,
  sendRefusal,
} from './speech-server-refusals.ts';

export const SPEECH_SERVER_KEY = 'sk-speech-0123456789abcdef0123456789';

/** How the server replies to a piece instead of its default answer. */
export type SpeechServerReply =
  | { kind: 'error'; status: number; body?: unknown; headers?: Record<string, string> }
  /** Breaks the connection, before the answer or in the middle. */
  | { kind: 'lost' }
  | { kind: 'cut' }
  /** Answers with this much, as far as it is taken. */
  | { kind: 'large'; bytes: number }
  /** Answers with success and this text, of whatever type. */
  | { kind: 'text'; text: string; type?: string }
  /** Changes the answer that it would give. */
  | { kind: 'changed'; change: (answer: Record<string, unknown>) => unknown }
  /** Never replies. */
  | { kind: 'silent' };

export interface SpeechServerDouble extends Loopback {
  /** What people enter as its address. */
  baseUrl: string;
  pieces: ArrivedPiece[];
  /** How many pieces are being worked on, at most. */
  mostAtOnce: () => number;
  /** Queues replies, one for each piece; after them, the default answer returns. */
  reply(...replies: SpeechServerReply[]): void;
  /** Every call is refused like this; null ends it. */
  refuse(reply: SpeechServerReply | null): void;
  /** Pieces wait until they are released. */
  hold(): void;
  release(): void;
  /** Resolves once this many pieces have arrived. */
  arrived(count: number): Promise<void>;
  /** The language that it hears when it is not told one. */
  speak(language: DoubleLanguage): void;
  reset(): void;
}

export interface SpeechServerDoubleOptions {
  profile?: SpeechServerProfile;
  /** Requires the key. */
  isLocked?: boolean;
  /** Models that it has; OpenAI's decide which formats they answer in. */
  models?: readonly string[];
  /** The longest sound, in seconds, that it takes. */
  maxSeconds?: number;
  port?: number;
}

const PATHS: Readonly<Record<SpeechServerProfile, { path: string; base: string }>> = {
  openai: { path: '/v1/audio/transcriptions', base: '/v1' },
  groq: { path: '/openai/v1/audio/transcriptions', base: '/openai/v1' },
  speaches: { path: '/v1/audio/transcriptions', base: '/v1' },
  vllm: { path: '/v1/audio/transcriptions', base: '/v1' },
  openasr: { path: '/v1/audio/transcriptions', base: '/v1' },
  'whisper.cpp': { path: '/inference', base: '' },
  asr: { path: '/asr', base: '/asr' },
  whisperx: { path: '/asr', base: '/asr' },
};
const MODELS: Readonly<Record<SpeechServerProfile, readonly string[]>> = {
  openai: ['gpt-4o', 'whisper-1', 'gpt-4o-transcribe', 'gpt-4o-transcribe-diarize'],
  groq: ['whisper-large-v3', 'llama-3.3-70b-versatile'],
  speaches: ['speaches-ai/Kokoro-82M', 'Systran/faster-whisper-small'],
  vllm: ['openai/whisper-large-v3'],
  openasr: ['whisper-large-v3'],
  'whisper.cpp': [],
  asr: [],
  whisperx: [],
};
/**
 * Speaks the wire formats of the servers that transcribe by OpenAI's call, or one of its relatives. What it hears is made of the
 * sound that it gets: words where there is sound, by two voices in turn. A form or a file that is not right is refused.
 */
export async function startSpeechServerDouble({
  profile = 'openai',
  isLocked = profile === 'openai' || profile === 'groq',
  models = MODELS[profile],
  maxSeconds = Number.POSITIVE_INFINITY,
  port = 0,
}: SpeechServerDoubleOptions = {}): Promise<SpeechServerDouble> {
  const pieces: ArrivedPiece[] = [];
  const replies: SpeechServerReply[] = [];
  const changes = new EventTarget();
  const state = {
    refusal: null as SpeechServerReply | null,
    language: 'en' as DoubleLanguage,
    running: 0,
    most: 0,
  };
  let held: PromiseWithResolvers<void> | undefined;
  /** whisper.cpp does one after the other. */
  let turn: Promise<unknown> = Promise.resolve();
  const { path, base } = PATHS[profile];

  const loopback = await startLoopback(async (request, response) => {
    if (profile === 'whisper.cpp') response.setHeader('server', 'whisper.cpp');
    const url = new URL(request.path, 'http://double');
    if (state.refusal) {
      send(response, state.refusal, {});
      return;
    }
    if (request.method === 'GET' && url.pathname === `${base}/models` && models.length > 0) {
      if (isLocked && !hasKey(request)) return sendRefusal(response, refusalOfKey(profile));
      return sendJson(response, 200, { object: 'list', data: models.map((id) => modelOf(id, profile)) });
    }
    if (request.method !== 'POST' || url.pathname !== path)
      return sendRefusal(response, refusalOfPath(profile));
    if (isLocked && !hasKey(request)) return sendRefusal(response, refusalOfKey(profile));
    // A client that has gone has sent none.
    if (!Buffer.isBuffer(request.body)) return;
    const parts = readMultipart(request.body, request.headers['content-type'] ?? '');
    const piece = pieceOf(url, parts, request);
    if (!piece) {
      if (profile === 'whisper.cpp') await turn;
      return sendRefusal(response, refusalOfForm(profile));
    }
    pieces.push(piece);
    changes.dispatchEvent(new Event('arrived'));
    const work = async () => {
      state.running += 1;
      state.most = Math.max(state.most, state.running);
      await held?.promise;
      state.running -= 1;
      answer(response, parts, piece);
    };
    turn = profile === 'whisper.cpp' ? turn.then(work) : work();
    await turn;
  }, port);

  function answer(response: ServerResponse, parts: readonly FormPart[], piece: ArrivedPiece): void {
    const refusal = refusalOfPiece(piece, { profile, models, maxSeconds });
    if (refusal) {
      sendRefusal(response, refusal);
      return;
    }
    const told = fieldOf(piece, 'language') ?? (profile === 'whisper.cpp' ? 'en' : 'auto');
    const language = isDoubleLanguage(told) ? told : state.language;
    const sound = parts.find(({ filename }) => filename !== undefined);
    const answered = answerFor(hearSentences(readWav(sound?.value ?? Buffer.alloc(0)), language), {
      profile,
      language,
      format: fieldOf(piece, 'response_format') ?? 'json',
      granularities: piece.fields.flatMap(([name, value]) =>
        name === 'timestamp_granularities[]' ? [value] : [],
      ),
      diarize: fieldOf(piece, 'diarize') === 'true',
      seconds: piece.seconds,
    });
    send(response, replies.shift() ?? { kind: 'changed', change: (usual) => usual }, answered, profile);
  }

  return {
    ...loopback,
    baseUrl: `${loopback.url}${base}`,
    pieces,
    mostAtOnce: () => state.most,
    reply: (...next) => void replies.push(...next),
    refuse: (reply) => {
      state.refusal = reply;
    },
    hold: () => {
      held ??= Promise.withResolvers();
    },
    release: () => {
      held?.resolve();
      held = undefined;
    },
    arrived: async (count) => {
      while (pieces.length < count) await once(changes as never, 'arrived');
    },
    speak: (language) => {
      state.language = language;
    },
    reset: () => {
      held?.resolve();
      held = undefined;
      pieces.length = 0;
      replies.length = 0;
      Object.assign(state, { refusal: null, language: 'en', most: 0 });
    },
  };
}

/** A piece as it arrived; null if the form has no file. Throws if the file is not a complete WAV file. */
function pieceOf(url: URL, parts: readonly FormPart[], request: ArrivedRequest): ArrivedPiece | null {
  const file = parts.find(({ filename }) => filename !== undefined);
  if (file?.name !== (url.pathname.endsWith('/asr') ? 'audio_file' : 'file')) return null;
  const { value } = file;
  const isComplete =
    value.toString('latin1', 0, 4) === 'RIFF' &&
    value.readUInt32LE(4) === value.length - 8 &&
    value.readUInt32LE(40) === value.length - 44;
  if (!isComplete) throw new Error('The lengths of this WAV file are wrong');
  const fields = parts
    .filter(({ filename }) => filename === undefined)
    .map(({ name, value: text }): [string, string] => [name, text.toString()]);
  return {
    path: url.pathname,
    query: url.searchParams,
    fields,
    seconds: readWav(value).length / 16_000,
    bytes: value.length,
    hasKey: hasKey(request),
  };
}

function hasKey({ headers }: ArrivedRequest): boolean {
  return headers.authorization === `Bearer ${SPEECH_SERVER_KEY}`;
}

function modelOf(id: string, profile: SpeechServerProfile) {
  const common = { id, object: 'model', created: 1_700_000_000, owned_by: id.split('/')[0] };
  if (profile !== 'speaches') return common;
  const isForSpeech = id.includes('whisper');
  return {
    ...common,
    task: isForSpeech ? 'automatic-speech-recognition' : 'text-to-speech',
    language: isForSpeech ? ['en', 'de'] : ['en'],
  };
}

function send(
  response: ServerResponse,
  reply: SpeechServerReply,
  answered: Record<string, unknown>,
  profile: SpeechServerProfile = 'openai',
): void {
  switch (reply.kind) {
    case 'error':
      sendJson(response, reply.status, reply.body ?? { error: { message: 'scripted' } }, reply.headers);
      return;
    case 'lost':
      response.socket?.destroy();
      return;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"text": "Good mor', () => response.socket?.destroy());
      return;
    case 'large':
      response.writeHead(200, { 'content-type': 'application/json' });
      // A connection that is closed meanwhile is what is expected.
      pipeline(Readable.from(blocksOf(reply.bytes)), response).catch(() => undefined);
      return;
    case 'text':
      response.writeHead(200, { 'content-type': reply.type ?? 'application/json' });
      response.end(reply.text);
      return;
    case 'changed': {
      // The ASR web service calls its JSON plain text.
      const type =
        profile === 'asr' || profile === 'whisperx' ? 'text/plain; charset=utf-8' : 'application/json';
      response.writeHead(200, { 'content-type': type });
      response.end(JSON.stringify(reply.change(answered)));
      return;
    }
    case 'silent':
      return;
  }
}

function* blocksOf(bytes: number): Generator<Buffer> {
  const block = Buffer.alloc(1_000_000, ' ');
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
}
