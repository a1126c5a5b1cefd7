import type { ServerResponse } from 'node:http';
import { sendJson } from './loopback.ts';
import type { SpeechServerProfile } from './speech-server-answers.ts';

/** A piece that arrived. */
export interface ArrivedPiece {
  path: string;
  query: URLSearchParams;
  fields: [name: string, value: string][];
  /** Seconds of sound. */
  seconds: number;
  bytes: number;
  hasKey: boolean;
}

/** What a server says instead of a text; a text is sent as it is. */
export interface Refusal {
  status: number;
  body: unknown;
}

const MAX_FILE_BYTES = 25 * 1024 * 1024;
const OPENAI_FIELDS =
  'file model language prompt response_format temperature timestamp_granularities[] include[] stream chunking_strategy'.split(
    ' ',
  );

export function sendRefusal(response: ServerResponse, { status, body }: Refusal): void {
  if (typeof body === 'string') response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
  else sendJson(response, status, body);
}

export function refusalOfPath(profile: SpeechServerProfile): Refusal {
  if (isOfficial(profile)) return { status: 404, body: openAiError('Invalid URL', null) };
  if (profile === 'whisper.cpp') return { status: 404, body: 'File Not Found (/nothing)' };
  return { status: 404, body: { detail: 'Not Found' } };
}

export function refusalOfKey(profile: SpeechServerProfile): Refusal {
  if (profile === 'speaches') return { status: 403, body: { detail: 'Not authenticated' } };
  const message = 'Incorrect API key provided: sk-speech*************6789.';
  return { status: 401, body: openAiError(message, 'invalid_api_key') };
}

/** What each server says about a form without a file. */
export function refusalOfForm(profile: SpeechServerProfile): Refusal {
  // It calls this a success.
  if (profile === 'whisper.cpp') return { status: 200, body: { error: "no 'file' field in the request" } };
  if (isOfficial(profile))
    return { status: 400, body: openAiError('you must provide a model parameter', null) };
  const missing = { type: 'missing', loc: ['body', 'file'], msg: 'Field required', input: null };
  return { status: 422, body: { detail: [missing] } };
}

/** What a server says about a piece that it does not take; undefined if it does. */
export function refusalOfPiece(
  piece: ArrivedPiece,
  {
    profile,
    models,
    maxSeconds,
  }: { profile: SpeechServerProfile; models: readonly string[]; maxSeconds: number },
): Refusal | undefined {
  const model = fieldOf(piece, 'model') ?? '';
  if (piece.bytes > MAX_FILE_BYTES || piece.seconds > maxSeconds) {
    const message = `Maximum content size limit (26214400) exceeded (${piece.bytes} bytes read)`;
    return { status: 413, body: openAiError(message, null) };
  }
  if (models.length > 0 && !models.includes(model)) {
    const detail = `Model '${model}' is not installed locally. You can download the model using \`POST /v1/models\``;
    if (profile === 'speaches') return { status: 404, body: { detail } };
    return { status: 404, body: openAiError(`The model \`${model}\` does not exist.`, 'model_not_found') };
  }
  return profile === 'openai' ? refusalOfOpenAi(piece, model) : undefined;
}

function refusalOfOpenAi(piece: ArrivedPiece, model: string): Refusal | undefined {
  const refuse = (message: string, code: string | null = null) => ({
    status: 400,
    body: openAiError(message, code),
  });
  const foreign = piece.fields.find(([name]) => !OPENAI_FIELDS.includes(name));
  if (foreign) return refuse(`Unrecognized request argument supplied: ${foreign[0]}`);
  const isDiarizing = model.endsWith('-diarize');
  const format = fieldOf(piece, 'response_format') ?? 'json';
  const isOffered = [
    'json',
    'text',
    isDiarizing ? 'diarized_json' : '',
    model.startsWith('gpt') ? '' : 'verbose_json',
  ];
  if (!isOffered.includes(format))
    return refuse(
      `response_format '${format}' is not compatible with model '${model}'.`,
      'unsupported_value',
    );
  if (!isDiarizing) return undefined;
  if (fieldOf(piece, 'prompt') !== undefined)
    return refuse('Prompt is not supported for diarization models.');
  const needsStrategy = piece.seconds > 30 && fieldOf(piece, 'chunking_strategy') === undefined;
  return needsStrategy ? refuse('chunking_strategy is required for diarization models') : undefined;
}

/** A field of the form or of the address. */
export function fieldOf({ fields, query }: ArrivedPiece, name: string): string | undefined {
  return fields.find(([each]) => each === name)?.[1] ?? query.get(name) ?? undefined;
}

function isOfficial(profile: SpeechServerProfile): boolean {
  return profile === 'openai' || profile === 'groq';
}

function openAiError(message: string, code: string | null) {
  return { error: { message, type: 'invalid_request_error', param: null, code } };
}
