import { z } from 'zod';
import { SpeechError } from '../speech-error.ts';
import type { SentSound } from '../wav.ts';
import { multipartForm } from './multipart.ts';
import { isPage, parseJson, problemOfAnswer } from './problem.ts';
import { type Heard, readAnswer } from './read-answer.ts';
import {
  type Attempt,
  attemptsFor,
  formOf,
  type KnownServer,
  type ListedModel,
  type PieceOrder,
  queryOf,
  withoutRefused,
} from './requests.ts';
import { type Route, routesOf } from './routes.ts';
import type { SendCall, ServerAnswer } from './transport.ts';

/** A server, and how it is reached. */
export interface ServerAccess {
  /** As people were given it: up to '/v1', or the address of the call itself. */
  baseUrl: string;
  /** Local servers need none. */
  apiKey?: string | undefined;
  /** Defaults to the server's first that recognizes speech. */
  model?: string | undefined;
  send: SendCall;
}

/** A server that remembers what it learned of it. All calls reject with SpeechError or with the signal's reason. */
export interface SpeechServerClient {
  /** Finds out how to speak to the server, without sending any audio. Later calls answer at once. */
  meet(signal: AbortSignal): Promise<KnownServer>;
  /** Sends a piece. A form of the request that the server refuses is not sent again. */
  recognize(order: PieceOrder, signal: AbortSignal): Promise<Heard>;
}

const Languages = z
  .unknown()
  .optional()
  .transform((value) =>
    Array.isArray(value) ? value.slice(0, 200).filter((each) => typeof each === 'string') : null,
  );
const ModelList = z.object({
  data: z.array(z.object({ id: z.string(), task: z.string().nullish(), language: Languages })),
});

/** The longest answer to a piece: ten minutes with words and tokens have less than 1 MB. */
const ANSWER_BYTES = 64_000;
const ANSWER_BYTES_PER_MS = 2;
/** Every other answer: a list of models, or a page. */
const MAX_SHORT_ANSWER_BYTES = 200_000;
const SHORT_CALL_MS = 20_000;
/** A machine without a graphics card may take several times as long as the sound lasts, and does one piece after the other. */
const ANSWER_SHARE = 6;
const ANSWER_MS = 180_000;
/** Servers take 8 to 16 KB of headers; the longest keys are signed tokens of 1 or 2 KB. */
const MAX_KEY = 4096;
const SPEECH_MODEL = /whisper|transcri|speech|asr|stt|parakeet|canary|voxtral|sense.?voice|moonshine/i;

/** What a server with a model has refused before, by the names of the attempts: it is not asked again. */
export type Refused = Set<Attempt['name']>;

interface ClientOptions {
  /** Replaces the time limit of an answer. */
  answerMs?: number | undefined;
  /** Clients of the same server and model may share it. */
  refused?: Refused;
}

/** Speaks to one server. */
export function createServerClient(
  access: ServerAccess,
  { answerMs, refused = new Set<Attempt['name']>() }: ClientOptions = {},
): SpeechServerClient {
  /** What was refused for one piece, which may have to be sent again. */
  const refusedOf = new WeakMap<PieceOrder, Refused>();
  let meeting: Promise<KnownServer> | undefined;
  const meet = (signal: AbortSignal, totalMs = SHORT_CALL_MS) => {
    meeting ??= meetServer(access, totalMs, signal).catch((error: unknown) => {
      meeting = undefined;
      throw error;
    });
    return meeting;
  };
  return {
    meet: (signal) => meet(signal),
    async recognize(order, signal) {
      const totalMs = answerMs ?? ANSWER_MS + order.lengthMs * ANSWER_SHARE;
      // whisper.cpp answers even the form without a file only when it has done with what others have sent.
      const server = await meet(signal, totalMs);
      const model = access.model ?? server.model;
      const refusedNow = refusedOf.get(order) ?? new Set();
      refusedOf.set(order, refusedNow);
      const isOpen = ({ name }: Attempt) => !refused.has(name) && !refusedNow.has(name);
      const attempts = attemptsFor(server.route, model, order).filter(isOpen);
      const heard = await firstAccepted(attempts, refusedNow, (attempt) =>
        transcribe(access, { server, attempt, order, totalMs, signal }),
      );
      // Only now it is certain that the others were refused for their form, and not for the sound.
      for (const name of refusedNow) refused.add(name);
      return heard;
    },
  };
}

/** What the first attempt gives that the server does not refuse. Adds the names of those that it refuses, or would, to `refused`. */
async function firstAccepted(
  [attempt, ...others]: readonly Attempt[],
  refused: Refused,
  send: (attempt: Attempt) => Promise<Heard>,
): Promise<Heard> {
  if (!attempt) throw new SpeechError({ code: 'failed', said: '' });
  try {
    return await send(attempt);
  } catch (error) {
    if (!isRefusal(error, attempt)) throw error;
    const left = withoutRefused(others, attempt, saidBy(error));
    if (left.length === 0) throw error;
    for (const each of [attempt, ...others]) if (!left.includes(each)) refused.add(each.name);
    return firstAccepted(left, refused, send);
  }
}

/** Whether the server may accept the same sound in another form. */
function isRefusal(error: unknown, { diarize }: Attempt): error is SpeechError {
  if (!(error instanceof SpeechError)) return false;
  const { status = 0, problem } = error;
  // Servers without the models for speakers, or the key for them, break down when they are asked for speakers.
  if (diarize && (status === 500 || problem.code === 'unknown_model')) return true;
  return problem.code === 'failed' && status >= 400 && status < 500;
}

function saidBy({ problem }: SpeechError): string {
  return problem.code === 'failed' ? problem.said : '';
}

interface Transcribing {
  server: KnownServer;
  attempt: Attempt;
  order: PieceOrder;
  totalMs: number;
  signal: AbortSignal;
}

async function transcribe(access: ServerAccess, { server, attempt, order, totalMs, signal }: Transcribing) {
  const { route } = server;
  const model = access.model ?? server.model;
  const file = {
    field: route.dialect === 'asr' ? 'audio_file' : 'file',
    filename: 'piece.wav',
    sound: order.sound,
  };
  const { headers, body } = multipartForm(formOf({ route, attempt, order, model }), file);
  const address = `${route.url}${queryOf({ route, attempt, order, model })}`;
  const maxBytes = ANSWER_BYTES + order.lengthMs * ANSWER_BYTES_PER_MS;
  const answer = await call(access, address, { method: 'POST', headers, body, totalMs, maxBytes, signal });
  if (!isSuccess(answer)) throw new SpeechError(problemOfAnswer(answer), answer.status);
  return readAnswer(answer.text);
}

async function meetServer(access: ServerAccess, totalMs: number, signal: AbortSignal): Promise<KnownServer> {
  const route = await findRoute(access, totalMs, signal);
  if (route.modelsUrl === null) return { route, model: null, models: [] };
  const models = await listModels(access, route.modelsUrl, signal);
  return { route, model: chooseModel(models), models };
}

/** A form without a file: every server refuses it at once, and says whether it knows the address and the key. */
async function findRoute(access: ServerAccess, totalMs: number, signal: AbortSignal): Promise<Route> {
  for (const route of routesOf(access.baseUrl)) {
    const { headers, body } = multipartForm([['response_format', 'json']]);
    const answer = await call(access, route.url, {
      method: 'POST',
      headers,
      body,
      totalMs,
      signal,
    });
    const problem = problemOfAnswer(answer);
    if (problem.code === 'wrong_address' || isPage(answer.text)) continue;
    const isHarmless = isSuccess(answer) || problem.code === 'failed' || problem.code === 'unknown_model';
    if (!isHarmless) throw new SpeechError(problem, answer.status);
    const isWhisperCpp =
      route.dialect === 'openai' && /whisper\.cpp/i.test(answer.headers.get('server') ?? '');
    return isWhisperCpp ? { ...route, dialect: 'whisper.cpp', modelsUrl: null } : route;
  }
  throw new SpeechError({ code: 'wrong_address' });
}

/** Empty if the server does not list them. */
async function listModels(access: ServerAccess, url: string, signal: AbortSignal): Promise<ListedModel[]> {
  const answer = await call(access, url, { method: 'GET', headers: {}, totalMs: SHORT_CALL_MS, signal });
  if (!isSuccess(answer)) return [];
  const parsed = ModelList.safeParse(parseJson(answer.text));
  return parsed.success ? parsed.data.data : [];
}

function chooseModel(models: readonly ListedModel[]): string | null {
  const forSpeech = models.find(({ task }) => task === 'automatic-speech-recognition');
  // Of a service's many models, those of this family give times.
  const whisper = models.find(({ id }) => /whisper/i.test(id));
  return (forSpeech ?? whisper ?? models.find(({ id }) => SPEECH_MODEL.test(id)) ?? models[0])?.id ?? null;
}

interface OneCall {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: SentSound;
  totalMs: number;
  maxBytes?: number;
  signal: AbortSignal;
}

async function call(
  { send, apiKey }: ServerAccess,
  address: string,
  { headers, maxBytes = MAX_SHORT_ANSWER_BYTES, ...rest }: OneCall,
): Promise<ServerAnswer> {
  if (apiKey !== undefined && !isSendable(apiKey)) throw new SpeechError({ code: 'key_rejected' });
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return send(address, {
    ...rest,
    headers: { ...headers, ...authorization, accept: 'application/json' },
    maxBytes,
    idleMs: rest.totalMs,
  });
}

/** Whether a key can be sent in a header: otherwise an error might quote it, and a server end the connection without a word. */
function isSendable(apiKey: string): boolean {
  return apiKey.length <= MAX_KEY && /^[\x21-\x7e]+$/.test(apiKey);
}

function isSuccess({ status }: ServerAnswer): boolean {
  return status >= 200 && status < 300;
}
