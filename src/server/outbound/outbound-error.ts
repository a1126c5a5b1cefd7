/**
 * Why something external could not be fetched. `refused`: the server must not connect to this address (scheme, port, credentials,
 * not public). `redirects`: too many of them. `too-large`, `timeout`: a limit of the request. `unreachable`: no such name, no
 * connection, or one that broke or stalled.
 */
export type OutboundFailure = 'refused' | 'redirects' | 'too-large' | 'timeout' | 'unreachable';

/** The message is for logs: it may contain internal addresses, and is never shown to people. */
export class OutboundError extends Error {
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'OutboundError';
    this.failure = failure;
  }
}
