import { sendUpload, type Upload } from '#web/lib/send-upload.ts';

interface PutFile extends Pick<Upload, 'url' | 'signal' | 'onProgress'> {
  file: File;
  contentType: string;
}

/** Sends a file's bytes to an address. */
export async function putFile({ file, contentType, ...upload }: PutFile): Promise<void> {
  const headers = { 'content-type': contentType };
  const { status, statusText } = await sendUpload({ method: 'PUT', body: file, headers, ...upload });
  if (status !== 200 && status !== 204)
    throw new Error(`Direct upload failed: ${status} ${statusText}`.trim());
}
