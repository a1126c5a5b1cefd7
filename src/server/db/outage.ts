/** The system's codes for a server that cannot be reached or went away. */
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
/** node-postgres gives these errors no code. */
const DRIVER_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** A statement that took too long, waited too long for a lock, or lost a conflict: it may succeed in a moment. */
const BUSY_CODES = /^(57014|55P03|40P01|40001)$/;

/** From node-postgres: does not say whether no connection of the pool became free, or none could be opened. */
const NO_CONNECTION = /^timeout exceeded when trying to connect/;

/** Whether an error or one of its causes says that the database was too busy for this statement. */
export function isDatabaseBusy(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string' && BUSY_CODES.test(each.code)) return true;
    if (NO_CONNECTION.test(each.message)) return true;
  }
  return false;
}

/** Whether an error or one of its causes says that the database is down: it may be back in a moment. */
export function isOutage(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const code = 'code' in each ? each.code : undefined;
    if (typeof code === 'string' && POSTGRES_CODES.test(code)) return true;
    if (NETWORK_CODES.has(code)) return true;
    // The socket of an embedded server that has exited.
    if (code === 'ENOENT' && 'syscall' in each && each.syscall === 'connect') return true;
    if (DRIVER_WORDS.test(each.message)) return true;
    // A host name with several addresses: an AggregateError with one error for each.
    if (each instanceof AggregateError && each.errors.some(isOutage)) return true;
  }
  return false;
}
