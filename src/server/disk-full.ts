/** There is no room left on a disk of ours. What was being written is not to blame: the same will do when there is room again. */
export class DiskFull extends Error {}

/** What the system (no room, or the quota is used up) and PostgreSQL say. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error, or what it was caused by, says that a disk is full: ours, or the database's. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DiskFull || ('code' in each && CODES.has(each.code))) return true;
  }
  return false;
}

/** Whether a program that tells its reasons in words only complains of a full disk. */
export function complainsOfFullDisk(complaint: string): boolean {
  return /no space left on device|disk quota exceeded/i.test(complaint);
}
