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
  mcp_batch: {
    status: 400,
    message: 'Send one message at a time: batches are no longer part of the protocol.',
  },
} as const satisfies ErrorTable;
