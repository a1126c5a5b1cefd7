import { readFile } from 'node:fs/promises';
import type { SentSound } from '../wav.ts';
import { createServerClient, type ServerAccess } from './client.ts';
import { languageTagOf } from './language-tag.ts';
import type { KnownServer } from './requests.ts';
import type { Dialect } from './routes.ts';

/** What a server can do, as a short sentence showed. */
export interface ServerReport {
  dialect: Dialect;
  /** The model that was used; null if the server has only one, which it does not name. */
  model: string | null;
  /** The languages of the model as BCP 47 tags; null if the server does not say. */
  languages: string[] | null;
  /** The finest times that it gives. */
  times: 'words' | 'segments' | 'none';
  hasSpeakers: boolean;
  /** What it understood: one line. */
  text: string;
  /** From sending the sentence to its text. */
  answerMs: number;
}

/** An English sentence of three seconds, by the voice of the tests. */
const SOUND = new URL('./trial-sentence.wav', import.meta.url);
const HEADER_BYTES = 44;
const BYTES_PER_MS = 32;
/** A server that loads its model for the first request may take most of a minute. */
const ANSWER_MS = 60_000;

/** Tries a server with a sentence of a few seconds. Rejects with SpeechError or with the signal's reason. */
export async function checkServer(access: ServerAccess, signal: AbortSignal): Promise<ServerReport> {
  const client = createServerClient(access, { answerMs: ANSWER_MS });
  const server = await client.meet(signal);
  const wav = await readFile(SOUND);
  const startedAt = performance.now();
  const heard = await client.recognize(
    {
      sound: soundOf(wav),
      lengthMs: Math.round((wav.length - HEADER_BYTES) / BYTES_PER_MS),
      language: null,
      diarize: true,
      speakerCount: null,
    },
    signal,
  );
  const segments = heard.segments.flatMap((segment) => [segment, ...segment.words]);
  return {
    dialect: server.route.dialect,
    model: access.model ?? server.model,
    languages: languagesOf(server, access.model ?? server.model),
    times: heard.times,
    hasSpeakers: segments.some(({ speaker }) => speaker !== null),
    text: heard.segments.map(({ text, words }) => text || words.map((word) => word.text).join(' ')).join(' '),
    answerMs: Math.round(performance.now() - startedAt),
  };
}

/** The models that a server lists, those for speech if it says which they are; empty if it lists none. */
export async function listServerModels(access: ServerAccess, signal: AbortSignal): Promise<string[]> {
  const { models } = await createServerClient(access).meet(signal);
  const forSpeech = models.filter(({ task }) => task === 'automatic-speech-recognition');
  return (forSpeech.length > 0 ? forSpeech : models).map(({ id }) => id);
}

function soundOf(wav: Buffer): SentSound {
  return {
    sizeBytes: wav.length,
    bytes: async function* () {
      yield wav;
    },
  };
}

function languagesOf({ models }: KnownServer, model: string | null): string[] | null {
  const said = models.find(({ id }) => id === model)?.language;
  const tags = (said ?? []).flatMap((language) => languageTagOf(language) ?? []);
  return tags.length > 0 ? tags : null;
}
