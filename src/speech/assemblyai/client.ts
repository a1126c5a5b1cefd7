import { z } from 'zod';
import { retryAfterMs } from '#domain/retry-after.ts';
import { quotable, SpeechError, type SpeechProblem } from '../speech-error.ts';
import type { SentSound } from '../wav.ts';
import type { Patience } from './patience.ts';

const DEFAULT_URL = 'https://api.assemblyai.com';

export interface AssemblyAiAccess {
  apiKey: string;
  /** Defaults to the service's own address; the EU has another. */
  baseUrl?: string | undefined;
}

const RemoteWord = z.object({
  text: z.string(),
  /** Milliseconds. */
  start: z.number(),
  end: z.number(),
  confidence: z.number(),
});
export type RemoteWord = z.infer<typeof RemoteWord>;

/** The fields of a job that we read; all others are ignored. */
const RemoteTranscript = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  status: z.enum(['queued', 'processing', 'completed', 'error']),
  error: z.string().nullish(),
  audio_url: z.string().nullish(),
  language_code: z.string().nullish(),
  words: z.array(RemoteWord).nullish(),
  utterances: z.array(z.object({ speaker: z.string(), words: z.array(RemoteWord) })).nullish(),
});
export type RemoteTranscript = z.infer<typeof RemoteTranscript>;

/** What is to be done with an uploaded recording. */
export interface RemoteOrder {
  audioUrl: string;
  speakerLabels: boolean;
  /** How many people speak; null: the service finds out. */
  speakerCount: number | null;
  /** BCP 47 tag of the spoken language; null: the service finds out. */
  language: string | null;
}

/** The service's few calls that we use. All reject with SpeechError, or with the signal's reason. */
export interface AssemblyAiClient {
  /** Uploads audio; returns the service's address of it. */
  upload(sound: SentSound, signal: AbortSignal): Promise<string>;
  /** Submits a transcription. */
  submit(order: RemoteOrder, signal: AbortSignal): Promise<RemoteTranscript>;
  /** The current state of a job; undefined if this account has none of that id, or has deleted it. */
  find(id: string, signal: AbortSignal): Promise<RemoteTranscript | undefined>;
  /** Deletes a job's text and audio. */
  remove(id: string, signal: AbortSignal): Promise<void>;
  /** Makes a call that costs nothing: lists the first of the account's transcripts. */
  ping(signal: AbortSignal): Promise<void>;
}

/**
 * The service's HTTP interface (version 2). The official package is not used: its errors omit the status, and it reads whole
 * files into memory (docs/decisions/021).
 */
export function createAssemblyAiClient(access: AssemblyAiAccess, patience: Patience): AssemblyAiClient {
  const json = (path: string, signal: AbortSignal, init: RequestInit = {}) =>
    request(access, path, {
      ...init,
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience.answerMs)]),
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  const pathOf = (id: string) => `/v2/transcript/${encodeURIComponent(id)}`;
  return {
    upload: async (sound, signal) => {
      const watch = watchStalls(sound.bytes(), patience.stallMs);
      try {
        const answer = await request(access, '/v2/upload', {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream', 'content-length': String(sound.sizeBytes) },
          body: watch.bytes,
          duplex: 'half',
          signal: AbortSignal.any([signal, watch.stalled]),
        });
        return parse(z.object({ upload_url: z.string().min(1).max(4000) }), answer).upload_url;
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        watch.end();
      }
    },
    submit: async ({ audioUrl, speakerLabels, speakerCount, language }, signal) => {
      const order = {
        audio_url: audioUrl,
        speaker_labels: speakerLabels,
        ...(speakerLabels && speakerCount !== null ? { speakers_expected: speakerCount } : {}),
        ...(language === null ? { language_detection: true } : { language_code: languageCode(language) }),
      };
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(order) };
      return parse(RemoteTranscript, await json('/v2/transcript', signal, init));
    },
    find: async (id, signal) => {
      const answer = await json(pathOf(id), signal).catch(undefinedWhereMissing);
      if (answer === undefined) return undefined;
      const transcript = parse(RemoteTranscript, answer);
      // A deleted transcript stays 'completed', with this in place of its parts.
      return transcript.audio_url?.includes('deleted_by_user') ? undefined : transcript;
    },
    remove: async (id, signal) => {
      await json(pathOf(id), signal, { method: 'DELETE' });
    },
    ping: async (signal) => {
      await json('/v2/transcript?limit=1', signal);
    },
  };
}

/** Languages and kinds of English that have other names at the service than in BCP 47; of all others it takes no regions. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  'en-AU': 'en_au',
  'en-GB': 'en_uk',
  'en-US': 'en_us',
  fil: 'tl',
  jv: 'jw',
  nb: 'no',
};

/** The service's code of a language: 'de' for 'de-AT'. */
function languageCode(tag: string): string {
  const [language = ''] = tag.split('-');
  return OTHER_CODES[tag] ?? OTHER_CODES[language] ?? language;
}

/** Whether a key can be sent in a header at all: otherwise fetch would quote it in its error. */
function isSendable(apiKey: string): boolean {
  return /^[\x21-\x7e]+$/.test(apiKey);
}

/** Makes one request; returns the parsed JSON. */
async function request(
  { apiKey, baseUrl = DEFAULT_URL }: AssemblyAiAccess,
  path: string,
  init: RequestInit,
): Promise<unknown> {
  if (!isSendable(apiKey)) throw new SpeechError({ code: 'key_rejected' });
  const headers = { ...init.headers, authorization: apiKey };
  let response: Response;
  let body: string;
  try {
    // The key must not follow a redirect.
    response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, { ...init, headers, redirect: 'error' });
    body = await response.text();
  } catch {
    // fetch's error may contain addresses and headers, and says nothing more than this.
    throw new SpeechError({ code: 'unreachable' });
  }
  const answer = parseJson(body);
  if (!response.ok) throw new SpeechError(problemOf(response, answer), response.status);
  if (answer === undefined) throw new SpeechError({ code: 'bad_answer' }, response.status);
  return answer;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const Failure = z.object({ error: z.string() });

function problemOf({ status, headers }: Response, answer: unknown): SpeechProblem {
  const said = quotable(Failure.safeParse(answer).data?.error);
  // A lack of credit can only be recognized by these words: its status is that of any bad request.
  if (status === 402 || (status < 500 && /account balance|insufficient funds/i.test(said)))
    return { code: 'no_credit' };
  if (status === 401 || status === 403) return { code: 'key_rejected' };
  if (status === 429)
    return { code: 'rate_limited', retryAfterMs: retryAfterMs(headers.get('retry-after'), Date.now()) };
  if (status === 408 || status >= 500) return { code: 'unreachable' };
  return { code: 'failed', said };
}

/** The service responds to an unknown id with 400 or 404. */
function undefinedWhereMissing(error: unknown): undefined {
  if (error instanceof SpeechError && (error.status === 400 || error.status === 404)) return undefined;
  throw error;
}

function parse<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  // Not the validator's message: it may quote the recording.
  if (!parsed.success) throw new SpeechError({ code: 'bad_answer' });
  return parsed.data;
}

/** The same bytes, with a signal that is aborted when for this long no bytes were accepted, or no response followed them. */
function watchStalls(bytes: AsyncIterable<Uint8Array>, stallMs: number) {
  const stall = new AbortController();
  const timer = setTimeout(() => stall.abort(new Error('Sending stood still.')), stallMs);
  async function* watched() {
    for await (const piece of bytes) {
      timer.refresh();
      yield piece;
    }
    timer.refresh();
  }
  return { bytes: watched(), stalled: stall.signal, end: () => clearTimeout(timer) };
}
