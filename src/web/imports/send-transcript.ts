import { IMPORTS_PATH, type KeptImport } from '#contract/imports.ts';
import { ApiError, urlOf } from '#web/lib/api.ts';

/** Sends a transcript made elsewhere, and returns what the server understood and keeps. Throws ApiError, or what `fetch` throws without an answer. */
export async function sendTranscript(file: File, signal?: AbortSignal): Promise<KeptImport> {
  const response = await fetch(urlOf(IMPORTS_PATH, {}, { filename: file.name }), {
    method: 'POST',
    credentials: 'include',
    headers: { accept: 'application/json', 'content-type': 'application/octet-stream' },
    body: file,
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  // The response follows the contract, as everywhere (see lib/api.ts).
  return (await response.json()) as KeptImport;
}
