import type { ProjectId } from '#contract/ids.ts';
import { MCP_PATH } from '#contract/mcp.ts';
import { TokenScope } from '#contract/token-scopes.ts';
import { createToken } from '#contract/tokens.ts';
import type { Person } from './person.ts';

/** A program of a person's, with a token of these scopes. */
export async function programOf(
  person: Person,
  {
    scopes = TokenScope.options,
    projectId = null,
  }: { scopes?: readonly TokenScope[]; projectId?: ProjectId | null } = {},
): Promise<Person> {
  const body = { name: 'An assistant', scopes: [...scopes], projectId };
  return person.withToken((await person.call(createToken, { body })).token);
}

/** Sends what an assistant of 2025 sends; gives the answer's status, headers and messages. */
export async function post(program: Person, body: unknown, headers: Record<string, string> = {}) {
  const response = await program.app.inject({
    method: 'POST',
    url: MCP_PATH,
    remoteAddress: program.address,
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...program.credentials,
      ...headers,
    },
  });
  const isStream = String(response.headers['content-type']).startsWith('text/event-stream');
  const messages = isStream
    ? [...response.body.matchAll(/^data: (.*)$/gm)].map(([, line = '']) => JSON.parse(line))
    : [response.body === '' ? null : response.json()];
  return { status: response.statusCode, headers: response.headers, messages };
}

/** Makes a call of the protocol. Rejects with the protocol's error. */
export async function ask(program: Person, method: string, params: object = {}) {
  const { status, messages } = await post(program, { jsonrpc: '2.0', id: 1, method, params });
  const answer = messages.at(-1);
  if (status !== 200 || answer.error)
    throw Object.assign(new Error(answer?.error?.message ?? answer?.message), answer);
  return answer.result;
}

/** Calls a tool; `problem` is what it says if it fails. */
export async function callTool(program: Person, name: string, args: object = {}) {
  const { content, structuredContent, isError } = await ask(program, 'tools/call', { name, arguments: args });
  const text = String(content[0]?.text);
  return { data: structuredContent, text, problem: isError ? text : null };
}

/** The names of the tools that a program sees. */
export async function toolsOf(program: Person): Promise<string[]> {
  const { tools } = await ask(program, 'tools/list');
  return tools.map(({ name }: { name: string }) => name);
}
