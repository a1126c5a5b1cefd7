import type { ErrorTable } from './error-table.ts';

/** Errors of what assistants call. */
export const MCP_ERRORS = {
  mcp_token_missing: {
    status: 401,
    message:
      'Assistants need an access token. Create one in the settings of the website, and send it as "Authorization: Bearer tps_...".',
  },
  mcp_without_sessions: {
    status: 405,
    message: 'There are no sessions here, to be listened to or ended. Send each call by POST.',
  },
  assistant_unknown: {
    status: 401,
    message: 'This assistant was disconnected, or has to sign in again.',
  },
  assistant_not_found: {
    status: 404,
    message: 'There is no such assistant. It may have been disconnected already.',
  },
  consent_over: {
    status: 404,
    message:
      'This request has ended, or began in another browser. Please go back to the assistant and connect again.',
  },
  consent_by_another: {
    status: 409,
    message: 'Somebody else has signed in here meanwhile. Please look at the request again.',
  },
  mcp_batch: {
    status: 400,
    message: 'Send one message at a time: batches are no longer part of the protocol.',
  },
} as const satisfies ErrorTable;
