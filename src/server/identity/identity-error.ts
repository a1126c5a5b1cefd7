/**
 * Why a sign-in by way of the identity provider came to nothing. `denied`: the person or the provider said no, or what came
 * back belongs to no login of this browser that is still open. `refused`: the provider says who it is, and we do not take it.
 * `closed`: neither do we, as no new accounts are made here.
 * `unusable`: the provider cannot be reached, is set up wrongly, or gave an answer that does not hold.
 */
export type IdentityFailure = 'denied' | 'refused' | 'closed' | 'unusable';

/** The message is for logs: it holds nothing secret and nothing of the person. */
export class IdentityError extends Error {
  readonly failure: IdentityFailure;

  constructor(failure: IdentityFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'IdentityError';
    this.failure = failure;
  }
}
