import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { MCP_PATH } from '#contract/mcp.ts';
import { TokenScope } from '#contract/token-scopes.ts';
import { createToken } from '#contract/tokens.ts';
import { openApplication } from '#tests/support/application.ts';
import { Client } from '#tests/support/client.ts';
import { installOwnPackages } from '#tests/support/own-packages.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// The protocol's own clients and test suite against the running server.
const packages = join(await installOwnPackages('tests/mcp-clients'), 'node_modules', '@modelcontextprotocol');
const application = await openApplication();
afterAll(() => application.close());
const ann = await Client.signUp(application.url);
const id = await ann.upload(await wavRecording(20_000));
await ann.until(id, ({ status }) => status === 'completed');
const body = { name: 'An assistant', scopes: [...TokenScope.options] };
const { token } = await ann.call(createToken, { body });
const address = new URL(application.url + MCP_PATH);

/** What the test uses of both lines of the client. */
interface AnyClient {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: {
    name: string;
    arguments: object;
  }): Promise<{ structuredContent: Record<string, never>; isError?: boolean }>;
  readResource(params: { uri: string }): Promise<{ contents: { text: string }[] }>;
  getPrompt(params: {
    name: string;
    arguments: object;
  }): Promise<{ messages: { content: { text: string } }[] }>;
  close(): Promise<void>;
}
type Made<Thing> = new (...args: unknown[]) => Thing;
interface Line {
  Client: Made<AnyClient>;
  StreamableHTTPClientTransport: Made<object>;
}

const LINES = {
  'of 2026 (client 2.4)': {
    files: ['client/dist/index.mjs'],
    options: { versionNegotiation: { mode: 'auto' } },
  },
  'of 2025 (SDK 1.32)': {
    files: ['sdk/dist/esm/client/index.js', 'sdk/dist/esm/client/streamableHttp.js'],
    options: {},
  },
} as const;

it.each(Object.entries(LINES))(
  'serves the official client %s: an answer whose link plays the moment',
  async (_line, { files, options }) => {
    const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(packages, file)).href)));
    const { Client: Assistant, StreamableHTTPClientTransport }: Line = Object.assign({}, ...modules);
    const assistant = new Assistant({ name: 'test', version: '1' }, options);
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await assistant.connect(new StreamableHTTPClientTransport(address, { requestInit }));
    onTestFinished(() => assistant.close());

    expect((await assistant.listTools()).tools.map(({ name }) => name)).toContain('search');
    const asked = await assistant.callTool({ name: 'ask', arguments: { question: 'What is this about?' } });
    expect(asked.isError).not.toBe(true);
    const [first] = asked.structuredContent.citations as unknown as { url: string; seconds: number }[];
    // What the link leads to says those words at that time.
    expect(first?.url).toBe(`${application.url}/transcript/${id}?t=${first?.seconds}`);
    const { contents } = await assistant.readResource({ uri: `transcript://${id}` });
    expect(contents[0]?.text).toContain('Speaker 1:');
    const prompt = { name: 'minutes', arguments: { transcriptId: String(id) } };
    expect((await assistant.getPrompt(prompt)).messages[0]?.content.text).toContain(`transcript ${id}`);
  },
);

/** Runs a program to its end; gives what it said. */
async function outputOf(args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
  }
  const [code] = await once(child, 'close');
  return { code, said };
}

it('serves the inspector', async () => {
  const inspector = join(packages, 'inspector/clients/launcher/build/index.js');
  const { code, said } = await outputOf([
    inspector,
    '--cli',
    address.href,
    '--transport',
    'http',
    '--header',
    `Authorization: Bearer ${token}`,
    '--method',
    'tools/call',
    '--tool-name',
    'list_transcripts',
  ]);
  expect(code, said).toBe(0);
  expect(said).toContain(`/transcript/${id}`);
});

/**
 * The scenarios of the official suite that apply to a server as it is. The others want tools, resources and prompts of fixed names, or what
 * this server does not have: logging, completion, sampling, elicitation, subscriptions, images, sound and binary resources; sessions,
 * which `server-sse-polling` resumes; and `dns-rebinding-protection` is for servers that ask for no token: no page has one to send.
 * Its scenarios of authorization (`auth/...`) try clients, not servers; ours is tried by tests/http/assistants.test.ts.
 */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
];

it.each(SCENARIOS)('passes the official suite: %s', async (scenario) => {
  // The suite knows no tokens: somebody in between adds one.
  const between = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const options = {
      host: address.hostname,
      port: address.port,
      path: request.url,
      method: request.method,
      headers,
    };
    request.pipe(
      send(options, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  onTestFinished(() => void between.close());
  const at = between.address();
  const port = typeof at === 'object' ? at?.port : undefined;
  const suite = join(packages, 'conformance/dist/index.js');
  const { code, said } = await outputOf([
    suite,
    'server',
    '--url',
    `http://127.0.0.1:${port}${MCP_PATH}`,
    '--scenario',
    scenario,
  ]);
  expect(code, said).toBe(0);
});
