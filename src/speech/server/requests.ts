import type { SentSound } from '../wav.ts';
import { languageCodeOf } from './language-tag.ts';
import type { FormFields } from './multipart.ts';
import type { Route } from './routes.ts';

/** What is to be heard in a piece. */
export interface PieceOrder {
  sound: SentSound;
  /** The length of the sound. */
  lengthMs: number;
  language: string | null;
  /** Whether speakers are wanted: not of one piece among several, whose labels would say nothing about the others. */
  diarize: boolean;
  speakerCount: number | null;
}

/** A model that a server lists. */
export interface ListedModel {
  id: string;
  /** speaches says what each model is for, and which languages it understands. */
  task?: string | null | undefined;
  language?: string[] | null | undefined;
}

/** What is known of a server before a recording is sent. */
export interface KnownServer {
  route: Route;
  /** Null if it was not asked for its models, or does not tell. */
  model: string | null;
  models: readonly ListedModel[];
}

/** One way to ask for a text: the best first, and another when the server refuses it. */
export interface Attempt {
  name: Attempt['times'] | 'words and speakers';
  /** The times that are asked for; 'speakers' is the format of OpenAI's diarizing model. */
  times: 'words' | 'segments' | 'none' | 'speakers';
  /** Whether a server that can is asked to tell speakers apart. */
  diarize: boolean;
}

/** The ways to ask a server, in the order in which they are tried; no two of them send the same. */
export function attemptsFor(
  route: Route,
  model: string | null,
  order: Pick<PieceOrder, 'diarize'>,
): Attempt[] {
  const withSpeakers: Attempt[] = order.diarize
    ? [{ name: 'words and speakers', times: 'words', diarize: true }]
    : [];
  if (route.dialect === 'asr') return [...withSpeakers, { name: 'words', times: 'words', diarize: false }];
  // A diarizing model takes no request for words.
  if (/diariz/i.test(model ?? '')) {
    return [
      { name: 'speakers', times: 'speakers', diarize: true },
      { name: 'none', times: 'none', diarize: false },
    ];
  }
  const plain = (['words', 'segments', 'none'] as const).map((times) => ({
    name: times,
    times,
    diarize: false,
  }));
  return takesOtherFields(route) ? [...withSpeakers, ...plain] : plain;
}

/** The services that refuse a form with a field that they do not know: there it need not be sent to be certain. */
const STRICT_HOSTS: ReadonlySet<string> = new Set(['api.openai.com', 'api.groq.com']);

/** Whether a server may know fields that OpenAI's call does not have. whisper.cpp means the two channels when it says 'diarize'. */
function takesOtherFields({ dialect, url }: Route): boolean {
  return dialect === 'openai' && !STRICT_HOSTS.has(new URL(url).hostname);
}

/** The attempts that are left after a refusal: if a server names the format, it will not take the same one again. */
export function withoutRefused(attempts: readonly Attempt[], { times }: Attempt, said: string): Attempt[] {
  const isFormat = /response_?format|verbose_json/i.test(said);
  return attempts.filter((other) => !isFormat || FORMATS[other.times] !== FORMATS[times]);
}

interface Request {
  route: Route;
  attempt: Attempt;
  order: PieceOrder;
  model: string | null;
}

const FORMATS: Readonly<Record<Attempt['times'], string>> = {
  words: 'verbose_json',
  segments: 'verbose_json',
  none: 'json',
  speakers: 'diarized_json',
};
/** OpenAI's, which has no list of models without a key; every other server has one model or names them. */
const DEFAULT_MODEL = 'whisper-1';

/** The fields of the form beside the file. */
export function formOf({ route, attempt, order, model }: Request): FormFields {
  if (route.dialect === 'asr') return [];
  const { times } = attempt;
  // whisper.cpp would take everything for English.
  const unknown = route.dialect === 'whisper.cpp' ? 'auto' : undefined;
  const language = order.language === null ? unknown : languageCodeOf(order.language);
  return [
    ['model', model ?? DEFAULT_MODEL],
    ['response_format', FORMATS[times]],
    ...granularities(times).map((each) => ['timestamp_granularities[]', each] as const),
    ...(language === undefined ? [] : [['language', language] as const]),
    // Without it, the diarizing model refuses anything longer than 30 s.
    ...(times === 'speakers' ? [['chunking_strategy', 'auto'] as const] : []),
    ...(times === 'speakers' ? [] : speakerFields(attempt, order)),
  ];
}

/** How WhisperX and its relatives are asked to tell speakers apart. */
function speakerFields({ diarize }: Attempt, { speakerCount }: PieceOrder): FormFields {
  if (!diarize) return [];
  const count = speakerCount === null ? null : String(speakerCount);
  const counts =
    count === null
      ? []
      : ([
          ['min_speakers', count],
          ['max_speakers', count],
        ] as const);
  return [['diarize', 'true'], ...counts];
}

function granularities(times: Attempt['times']): string[] {
  if (times === 'words') return ['word', 'segment'];
  return times === 'segments' ? ['segment'] : [];
}

/** What whisper-asr-webservice and WhisperX take in the address; '' for the other servers. */
export function queryOf({ route, attempt, order }: Request): string {
  if (route.dialect !== 'asr') return '';
  const query = new URLSearchParams({ task: 'transcribe', output: 'json', word_timestamps: 'true' });
  if (order.language !== null) query.set('language', languageCodeOf(order.language));
  for (const [name, value] of speakerFields(attempt, order)) query.set(name, value);
  return `?${query}`;
}
