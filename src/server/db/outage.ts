/** What the system says when a server cannot be reached or went away. */
const NETWORK_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** PostgreSQL's codes: shutting down, crashed, starting, too many connections, read-only (a standby); class 08 is about connections. */
const POSTGRES_CODES = /^(57P0[123]|53300|25006|08...)$/;
/** node-postgres gives these no code. */
const DRIVER_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** A statement that took too long, waited too long for a lock, or had to give way to another: the same may do in a moment. */
const BUSY_CODES = /^(57014|55P03|40P01|40001)$/;

/** Of node-postgres: whether none of the pool's connections became free, or none could be opened, cannot be told. */
const NO_CONNECTION = /^timeout exceeded when trying to connect/;

/** Whether an error, or what it was caused by, says that the database had too much to do for this statement. */
export function isBusy(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string' && BUSY_CODES.test(each.code)) return true;
    if (NO_CONNECTION.test(each.message)) return true;
  }
  return false;
}

/** Whether an error, or what it was caused by, says that the database is not there just now: it may be again in a moment. */
export function isOutage(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const code = 'code' in each ? each.code : undefined;
    if (typeof code === 'string' && POSTGRES_CODES.test(code)) return true;
    if (NETWORK_CODES.has(code)) return true;
    // The socket of an embedded server that has ended.
    if (code === 'ENOENT' && 'syscall' in each && each.syscall === 'connect') return true;
    if (DRIVER_WORDS.test(each.message)) return true;
    // A name with several addresses: an AggregateError of one for each.
    if (each instanceof AggregateError && each.errors.some(isOutage)) return true;
  }
  return false;
}
