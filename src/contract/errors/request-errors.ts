import type { ErrorTable } from './error-table.ts';

/** Errors of any request: authentication, input, and what the server lacks. */
export const REQUEST_ERRORS = {
  unauthorized: { status: 401, message: 'Unauthorized' },
  wrong_credentials: { status: 401, message: 'The e-mail address or the password is wrong.' },
  passwords_off: {
    status: 404,
    message: 'Signing in with a password is disabled here. Press "Sign in" to go to your identity provider.',
  },
  wrong_password: { status: 403, message: 'This is not your current password.' },
  email_taken: {
    status: 409,
    message: 'There is already an account with this e-mail address. Sign in instead.',
  },
  sign_up_closed: {
    status: 403,
    message:
      'Sign-up is closed here. Please ask whoever runs this installation to create an account for you.',
  },
  foreign_origin: { status: 403, message: 'This request came from another site and was refused.' },
  wrong_host: {
    status: 400,
    message: 'Nothing is served under this host name. Please use the address that you were given.',
  },
  not_found: { status: 404, message: 'Not found' },
  invalid_input: { status: 400, message: 'The request is not valid.' },
  too_large: { status: 413, message: 'The request is too large.' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  unavailable: {
    status: 503,
    message: 'The server cannot reach its database right now. Please try again shortly.',
  },
  busy: {
    status: 503,
    message: 'This took longer than the server can wait right now. Please try again in a moment.',
  },
  storage_unavailable: {
    status: 503,
    message: 'The storage for recordings cannot be reached right now. Please try again shortly.',
  },
  storage_full: {
    status: 507,
    message: 'The server has run out of storage space. Please tell whoever runs it, and try again later.',
  },
  memory_short: {
    status: 503,
    message:
      'The server has too little memory to recognize speech right now. Please tell whoever runs it, and try again later.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
} as const satisfies ErrorTable;
