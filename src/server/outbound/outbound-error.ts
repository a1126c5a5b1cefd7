/**
 * Why something outside could not be fetched. `refused`: the address is none that the server may go to (scheme, port, credentials,
 * not public). `redirects`: too many of them. `too-large`, `timeout`: a limit of the request. `unreachable`: no such name, no
 * connection, or one that broke off or stood still.
 */
export type OutboundFailure = 'refused' | 'redirects' | 'too-large' | 'timeout' | 'unreachable';

/** The message is for logs: it may name addresses of the inside, and is never shown to people. */
export class OutboundError extends Error {
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'OutboundError';
    this.failure = failure;
  }
}
