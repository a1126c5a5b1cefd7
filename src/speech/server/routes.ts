/** How a server is spoken to: OpenAI's call, whisper.cpp's variant of it, or the call of whisper-asr-webservice and WhisperX. */
export type Dialect = 'openai' | 'whisper.cpp' | 'asr';

/** One address to which recordings may be sent. */
export interface Route {
  dialect: Dialect;
  url: string;
  /** Where the server's models are listed; null if it cannot list them. */
  modelsUrl: string | null;
}

/** Where a server may take recordings, by the address that people were given: the likeliest first. */
export function routesOf(baseUrl: string): Route[] {
  const base = baseUrl.replace(/\/+$/, '');
  if (/\/asr$/.test(base)) return [asr(base)];
  if (/\/inference$/.test(base)) return [whisperCpp(base)];
  if (/\/audio\/transcriptions$/.test(base)) return [openAi(base.replace(/\/audio\/transcriptions$/, ''))];
  if (/\/v\d+$/.test(base)) return [openAi(base)];
  return [openAi(`${base}/v1`), openAi(base), whisperCpp(`${base}/inference`), asr(`${base}/asr`)];
}

function openAi(base: string): Route {
  return { dialect: 'openai', url: `${base}/audio/transcriptions`, modelsUrl: `${base}/models` };
}

function whisperCpp(url: string): Route {
  return { dialect: 'whisper.cpp', url, modelsUrl: null };
}

function asr(url: string): Route {
  return { dialect: 'asr', url, modelsUrl: null };
}
