import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const HEADER = 'x-tapescript-inner';
/** Known only to this process. */
const KEY = randomBytes(24).toString('base64url');

/** The header that says that a call comes from within this process (`app.inject`). */
export const INNER_CALL: Readonly<Record<string, string>> = { [HEADER]: KEY };

/** Whether a request was made within this process. */
export function isInnerCall({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[HEADER] === KEY;
}
