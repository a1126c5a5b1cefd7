import type { ErrorTable } from './error-table.ts';

const IN_SETTINGS = 'in the settings of the website';
const tooNarrow = (scope: string) => ({
  status: 403,
  message: `This access token lacks the scope "${scope}". Create one that has it, ${IN_SETTINGS}.`,
});

/** Errors of personal access tokens. */
export const TOKENS_ERRORS = {
  token_unknown: {
    status: 401,
    message: `This access token is not known here. Check that it was copied whole and is sent as "Authorization: Bearer tps_...", or create a new one ${IN_SETTINGS}.`,
  },
  token_revoked: {
    status: 401,
    message: `This access token was revoked. Create a new one ${IN_SETTINGS}.`,
  },
  token_expired: {
    status: 401,
    message: `This access token has expired. Create a new one ${IN_SETTINGS}.`,
  },
  token_in_address: {
    status: 400,
    message: `An access token does not belong in an address, where others can read it. Send it as "Authorization: Bearer tps_...". Revoke this one ${IN_SETTINGS}, and create another.`,
  },
  token_needs_read: tooNarrow('read'),
  token_needs_write: tooNarrow('write'),
  token_needs_transcribe: tooNarrow('transcribe'),
  token_needs_share: tooNarrow('share'),
  token_not_allowed: {
    status: 403,
    message: 'No access token may do this. Sign in to the website instead.',
  },
  token_project_only: {
    status: 403,
    message: `This access token is for one project, and this reaches beyond it. Use a token without a project; create one ${IN_SETTINGS}.`,
  },
  too_many_tokens: {
    status: 409,
    message:
      'You have as many access tokens as one person can have. Please revoke one that you no longer use.',
  },
  token_not_found: {
    status: 404,
    message: 'There is no such access token. It may have been revoked already.',
  },
} as const satisfies ErrorTable;
