import { UPLOAD_TIMEOUT_MS } from '#contract/limits.ts';

export interface PutFile {
  url: string;
  bytes: Blob;
  contentType: string;
  signal: AbortSignal;
  /** 0 to 1, of the bytes. */
  onProgress: (share: number) => void;
  /** How long nothing may move; for as long as the whole may take when absent. */
  stallMs?: number;
}

/** Bytes did not get to an address; the message is for people. */
export class PutError extends Error {
  /** HTTP's; null when the connection was lost, or stood still. */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.name = 'PutError';
    this.status = status;
  }
}

export const NETWORK_ERROR = 'Network error during upload';
export const TIMEOUT = 'Upload timeout';

/** Sends bytes to an address; rejects with a PutError. XMLHttpRequest, because fetch cannot tell how far an upload is. */
export function putFile({ url, bytes, contentType, signal, onProgress, stallMs }: PutFile): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const stalled = () => {
      reject(new PutError(NETWORK_ERROR, null));
      request.abort();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      clearTimeout(timer);
      if (stallMs !== undefined) timer = setTimeout(stalled, stallMs);
    };
    request.open('PUT', url);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.setRequestHeader('content-type', contentType);
    request.upload.onprogress = (event) => {
      moved();
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status === 200 || request.status === 204) resolve();
      else {
        const message = `Direct upload failed: ${request.status} ${request.statusText}`.trim();
        reject(new PutError(message, request.status));
      }
    };
    request.onerror = () => reject(new PutError(NETWORK_ERROR, null));
    request.ontimeout = () => reject(new PutError(TIMEOUT, null));
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
    request.send(bytes);
  });
}
