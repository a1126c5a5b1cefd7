/** Where assistants call, by the Model Context Protocol (Streamable HTTP). */
export const MCP_PATH = '/mcp';
