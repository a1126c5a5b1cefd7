import { MCP_METADATA_PATH } from './mcp.ts';

/** What the authorization server for assistants answers, in the forms of its standards. */
export const OAUTH_PATHS = [
  {
    method: ['GET'],
    url: '/oauth/authorize',
    summary:
      'Where an assistant sends a person (RFC 6749, with PKCE): leads to the page on which the person agrees.',
  },
  { method: ['GET'], url: '/oauth/authorize/:uid', summary: 'Leads back to the assistant from that page.' },
  {
    method: ['POST', 'OPTIONS'],
    url: '/oauth/token',
    summary: 'Exchanges a code or a refresh token for an access token for /mcp (RFC 6749).',
  },
  { method: ['POST'], url: '/oauth/register', summary: 'Registers a client (RFC 7591).' },
  { method: ['POST', 'OPTIONS'], url: '/oauth/revoke', summary: 'Revokes a token (RFC 7009).' },
  { method: ['GET', 'OPTIONS'], url: '/oauth/jwks', summary: 'The keys of the authorization server.' },
  {
    method: ['GET', 'OPTIONS'],
    url: '/.well-known/oauth-authorization-server',
    summary: 'What the authorization server can do (RFC 8414).',
  },
] as const;

/** Where clients read how to get a token for /mcp; the second is for those that do not know the first. */
export const METADATA_PATHS = [MCP_METADATA_PATH, '/.well-known/oauth-protected-resource'] as const;
