/** One of our disks is full. The write itself is not at fault: it will succeed once there is room. */
export class DiskFull extends Error {}

/** The codes of the system (no room, or disk quota exceeded) and of PostgreSQL. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error or one of its causes says that a disk is full, ours or the database's. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DiskFull || ('code' in each && CODES.has(each.code))) return true;
  }
  return false;
}

/** Whether the output of a program that reports errors only in words says that the disk is full. */
export function complainsOfFullDisk(complaint: string): boolean {
  return /no space left on device|disk quota exceeded/i.test(complaint);
}
