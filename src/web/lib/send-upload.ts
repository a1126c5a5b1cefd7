import { UPLOAD_TIMEOUT_MS } from '#contract/limits.ts';

export interface Upload {
  method: 'PUT' | 'POST';
  url: string;
  body: XMLHttpRequestBodyInit;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** 0 to 1, of the bytes. */
  onProgress: (share: number) => void;
}

/** What came back, whatever its status. */
export interface UploadAnswer {
  status: number;
  statusText: string;
  text: string;
}

/**
 * Sends bytes to an address. XMLHttpRequest, because fetch cannot tell how far an upload is. Rejects when nothing came back,
 * and with the signal's reason.
 */
export function sendUpload({
  method,
  url,
  body,
  headers = {},
  signal,
  onProgress,
}: Upload): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    request.timeout = UPLOAD_TIMEOUT_MS;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const { status, statusText, responseText: text } = request;
      resolve({ status, statusText, text });
    };
    request.onerror = () => reject(new Error('Network error during upload'));
    request.ontimeout = () => reject(new Error('Upload timeout'));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) reject(signal.reason);
    else request.send(body);
  });
}
