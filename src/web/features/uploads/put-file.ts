import { sendUpload, type Upload } from '#web/lib/send-upload.ts';

export interface PutFile extends Pick<Upload, 'url' | 'signal' | 'onProgress' | 'stallMs'> {
  bytes: Blob;
  contentType: string;
}

/** The server did not accept the bytes. The message is for users. */
export class PutError extends Error {
  readonly status: number;

  constructor(status: number, statusText: string) {
    super(`Direct upload failed: ${status} ${statusText}`.trim());
    this.name = 'PutError';
    this.status = status;
  }
}

/** Sends bytes to an address. Rejects with a PutError, or with NoAnswer. */
export async function putFile({ bytes, contentType, ...upload }: PutFile): Promise<void> {
  const headers = { 'content-type': contentType };
  const { status, statusText } = await sendUpload({ method: 'PUT', body: bytes, headers, ...upload });
  if (status !== 200 && status !== 204) throw new PutError(status, statusText);
}
