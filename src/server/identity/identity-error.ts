/**
 * Why a sign-in with the identity provider failed. `denied`: the person or the provider declined, or the response belongs to no
 * open login of this browser. `refused`: the provider identified the person, but we do not accept them. `closed`: the person
 * would need a new account, and sign-up is closed. `unusable`: the provider cannot be reached, is misconfigured, or gave an
 * invalid response.
 */
export type IdentityFailure = 'denied' | 'refused' | 'closed' | 'unusable';

/** The message is for logs: it contains no secrets and no personal data. */
export class IdentityError extends Error {
  readonly failure: IdentityFailure;

  constructor(failure: IdentityFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'IdentityError';
    this.failure = failure;
  }
}
