import { type DeflateOptions, ZipDeflate } from 'fflate';
import type { ExportFormat } from '#domain/exports/formats.ts';
import type { PackedFile } from './export-task.ts';

/** These are compressed already. They are stored in blocks of the same method, because some readers refuse the other one where sizes follow the file. */
const PACKED_FORMATS: readonly ExportFormat[] = ['pdf', 'docx'];

/** Compresses a file for a ZIP file, and computes what the ZIP file and its manifest say about it. */
export async function packFile(format: ExportFormat, content: BlobPart): Promise<PackedFile> {
  const bytes = new Uint8Array(await new Blob([content]).arrayBuffer());
  return {
    format,
    sha256: await sha256Of(bytes),
    ...deflated(bytes, PACKED_FORMATS.includes(format) ? 0 : 6),
  };
}

/** Compresses bytes for a ZIP file; at level 0, they are stored. */
export function deflated(
  bytes: Uint8Array<ArrayBuffer>,
  level: NonNullable<DeflateOptions['level']>,
): Pick<PackedFile, 'chunks' | 'crc' | 'sizeBytes'> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const entry = new ZipDeflate('', { level });
  entry.ondata = (error, chunk) => {
    if (error) throw error;
    // Copied, because the library may hand out parts of a larger buffer, all of which would be sent to the page.
    chunks.push(chunk.slice());
  };
  entry.push(bytes, true);
  return { chunks, crc: entry.crc, sizeBytes: entry.size };
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  // Browsers have it only on pages with https and on this machine's own, whatever the type says.
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (!subtle) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
