/** Where assistants call, by the Model Context Protocol (Streamable HTTP). */
export const MCP_PATH = '/mcp';
/** Where clients read how to get a token for it (RFC 9728). */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;
/** Where the page is on which a person lets an assistant in, or not. */
export const CONSENT_PATH = '/oauth/consent';
