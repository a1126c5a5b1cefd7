import { UPLOAD_TIMEOUT_MS } from '#contract/limits.ts';

export interface PutFile {
  url: string;
  file: File;
  contentType: string;
  signal: AbortSignal;
  /** 0 to 1, of the file's bytes. */
  onProgress: (share: number) => void;
}

/** Sends a file's bytes to an address. XMLHttpRequest, because fetch cannot tell how far an upload is. */
export function putFile({ url, file, contentType, signal, onProgress }: PutFile): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('PUT', url);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.setRequestHeader('content-type', contentType);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status === 200 || request.status === 204) resolve();
      else reject(new Error(`Direct upload failed: ${request.status} ${request.statusText}`.trim()));
    };
    request.onerror = () => reject(new Error('Network error during upload'));
    request.ontimeout = () => reject(new Error('Upload timeout'));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) reject(signal.reason);
    else request.send(file);
  });
}
