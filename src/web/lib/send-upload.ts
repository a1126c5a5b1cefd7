import { UPLOAD_TIMEOUT_MS } from '#contract/limits.ts';

export interface Upload {
  method: 'PUT' | 'POST';
  url: string;
  body: XMLHttpRequestBodyInit;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Called with the share of bytes sent, 0 to 1. */
  onProgress: (share: number) => void;
  /** How long the upload may stall, in ms; by default, as long as the whole upload may take. */
  stallMs?: number;
}

/** There was no response: the connection was lost, stalled, or took too long. The message is for users. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

export const NETWORK_ERROR = 'Network error during upload';
export const UPLOAD_TIMEOUT = 'Upload timeout';

/** The response, whatever its status. */
export interface UploadAnswer {
  status: number;
  statusText: string;
  text: string;
}

/**
 * Sends bytes to an address, and returns the response. Uses XMLHttpRequest, because fetch does not report the progress of an
 * upload. Throws NoAnswer, or the signal's reason.
 */
export function sendUpload({
  method,
  url,
  body,
  headers = {},
  signal,
  onProgress,
  stallMs,
}: Upload): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stalled = () => {
      reject(new NoAnswer(NETWORK_ERROR));
      request.abort();
    };
    const moved = () => {
      clearTimeout(timer);
      if (stallMs !== undefined) timer = setTimeout(stalled, stallMs);
    };
    request.open(method, url);
    request.timeout = UPLOAD_TIMEOUT_MS;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      moved();
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const { status, statusText, responseText: text } = request;
      resolve({ status, statusText, text });
    };
    request.onerror = () => reject(new NoAnswer(NETWORK_ERROR));
    request.ontimeout = () => reject(new NoAnswer(UPLOAD_TIMEOUT));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    moved();
    request.send(body);
  });
}
