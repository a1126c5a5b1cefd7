import type { UploadId } from '#contract/ids.ts';
import { authorizeUpload, listUploadParts, type UploadPart } from '#contract/uploads.ts';
import type { LocalFile } from './local-file.ts';
import { RemoteError, reach, refusalOf, type Server } from './server.ts';

/** Parts in flight at once. */
const LANES = 3;
/** For a whole small file, or one part. */
const PUT_MS = 10 * 60_000;
/** Addresses that have expired or were forgotten; the stores do not agree about the status. */
const GONE: ReadonlySet<number | null> = new Set([401, 403, 404, 410]);

/** What the store refused, as opposed to what the server did. */
export class PartRefused extends RemoteError {}

interface SendFile {
  file: LocalFile;
  /** Of an earlier attempt; undefined: begin. */
  uploadId: UploadId | undefined;
  /** Called before the first byte is sent. */
  onBegun: (uploadId: UploadId) => Promise<void>;
  /** How much has arrived, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends a file, only what has not arrived of an earlier attempt, and returns the upload's id. Throws RemoteError and FileChanged. */
export async function sendFile(
  server: Server,
  { file, uploadId: earlier, onBegun, onProgress, signal }: SendFile,
): Promise<UploadId> {
  const known = earlier && (await partsOf(server, earlier));
  // Its file has arrived as a whole.
  if (known === 'processed' && earlier) return earlier;
  const begun =
    earlier && known && known !== 'processed'
      ? { uploadId: earlier, ...known }
      : await begin(server, file, onBegun);
  await sendAll(server, { file, ...begun, onProgress, signal });
  return begun.uploadId;
}

/** Undefined if the server has forgotten the upload. */
async function partsOf(server: Server, id: UploadId) {
  try {
    return await server.call(listUploadParts, { params: { id } });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (error.code === 'upload_already_processed') return 'processed' as const;
    if (error.code === 'upload_not_found') return undefined;
    throw error;
  }
}

async function begin(server: Server, { name, bytes }: LocalFile, onBegun: SendFile['onBegun']) {
  const body = { filename: name, filesize: bytes.size, contentType: '' };
  const { uploadId, uploadUrl, partSize } = await server.call(authorizeUpload, { body });
  await onBegun(uploadId);
  if (partSize !== null)
    return { uploadId, ...(await server.call(listUploadParts, { params: { id: uploadId } })) };
  return { uploadId, partSize: bytes.size, parts: [{ number: 1, sizeBytes: bytes.size, url: uploadUrl }] };
}

interface SendAll extends SendParts {
  uploadId: UploadId;
}

/** Sends parts; asks for new addresses where the old ones have expired, as long as that brings the file further. */
async function sendAll(server: Server, { uploadId, ...sending }: SendAll): Promise<void> {
  let { partSize, parts } = sending;
  for (let mayBeOld = true; ; ) {
    let arrived = 0;
    const onPart = () => {
      arrived += 1;
    };
    try {
      return await sendParts(server, { ...sending, partSize, parts }, onPart);
    } catch (error) {
      const isWorthwhile = mayBeOld || arrived > 0;
      if (!(error instanceof PartRefused && GONE.has(error.status) && isWorthwhile)) throw error;
      mayBeOld = false;
      ({ partSize, parts } = await server.call(listUploadParts, { params: { id: uploadId } }));
    }
  }
}

interface SendParts extends Pick<SendFile, 'file' | 'onProgress' | 'signal'> {
  partSize: number;
  parts: readonly UploadPart[];
}

async function sendParts(
  server: Server,
  { file, partSize, parts, onProgress, signal }: SendParts,
  onPart: () => void,
): Promise<void> {
  const { size } = file.bytes;
  const left = parts.filter(({ url }) => url !== null);
  let sentBytes = size - left.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const lane = async () => {
    for (let part = left.shift(); part; part = left.shift()) {
      const { url, number, sizeBytes } = part;
      const start = (number - 1) * partSize;
      const put = { address: url ?? '', bytes: file.bytes.slice(start, start + sizeBytes), signal: ended };
      await server.patiently(() => putBytes(put, file));
      sentBytes += sizeBytes;
      onPart();
      onProgress(sentBytes / Math.max(1, size));
    }
  };
  onProgress(sentBytes / Math.max(1, size));
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

interface Put {
  address: string;
  bytes: Blob;
  signal: AbortSignal;
}

/** The address is the permission, so the token stays here: it may be another server's. */
async function putBytes({ address, bytes, signal }: Put, file: LocalFile): Promise<void> {
  // Another part has failed while this one waited for the server.
  signal.throwIfAborted();
  const ended = AbortSignal.any([signal, AbortSignal.timeout(PUT_MS)]);
  const { response, text } = await reach(address, { method: 'PUT', body: bytes, signal: ended }).catch(
    async (error: unknown) => {
      // A changed file cannot be read, which looks like a lost connection.
      await file.checkUnchanged();
      throw error;
    },
  );
  if (response.ok) return;
  const { message, code, status } = refusalOf(response, text);
  throw new PartRefused(message, { code, status });
}
