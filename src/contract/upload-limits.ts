import {
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_LINK_MS,
  MAX_UPLOAD_PARTS,
  UPLOAD_LINK_MS,
  UPLOAD_PART_BYTES,
  UPLOAD_TIMEOUT_MS,
} from './limits.ts';

const MEGABYTE = 1024 * 1024;

/** A limit as people read it: '500MB', '20GB'. */
export function sizeText(bytes: number): string {
  const megabytes = Math.max(1, Math.round(bytes / MEGABYTE));
  return megabytes % 1024 === 0 ? `${megabytes / 1024}GB` : `${megabytes}MB`;
}

/** What people read about a file over this limit. */
export function tooLargeText(maxBytes: number): string {
  return `File size exceeds ${sizeText(maxBytes)} limit.`;
}

/** How long an upload may take: as fast a connection is expected as for the largest one by default. */
export function uploadTimeoutMs(sizeBytes: number): number {
  return UPLOAD_TIMEOUT_MS * growth(sizeBytes);
}

/** How long the addresses of an upload are valid. */
export function uploadLinkMs(sizeBytes: number): number {
  return Math.min(MAX_UPLOAD_LINK_MS, UPLOAD_LINK_MS * growth(sizeBytes));
}

/** The size of the parts of a file: larger for a very large one, so that there are not too many. */
export function uploadPartBytes(sizeBytes: number): number {
  return UPLOAD_PART_BYTES * Math.max(1, Math.ceil(sizeBytes / UPLOAD_PART_BYTES / MAX_UPLOAD_PARTS));
}

function growth(sizeBytes: number): number {
  return Math.max(1, sizeBytes / MAX_UPLOAD_BYTES);
}
