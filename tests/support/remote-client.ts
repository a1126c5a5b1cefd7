import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { TokenScope } from '#contract/token-scopes.ts';
import { createToken } from '#contract/tokens.ts';
import { listTranscripts, type TranscriptListItem } from '#contract/transcripts.ts';
import { Client } from './client.ts';
import { ROOT, startServer, temporaryFolder } from './server.ts';

/** A gateway in front of a server, which may move. */
export interface Gateway {
  url: string;
  /** Where the server is. */
  to: string;
  /** How many parts or whole files the server has confirmed. */
  sent: number;
  /** Called after each. */
  onSent: () => void;
  /** Called before anything passes; resolve to false to cut the connection. */
  onRequest: (method: string, path: string) => boolean | Promise<boolean>;
}

async function openGateway(to: string): Promise<Gateway> {
  const gateway: Gateway = { url: '', to, sent: 0, onSent: () => undefined, onRequest: () => true };
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    incoming.on('error', () => outgoing.destroy());
    if (!(await gateway.onRequest(method, url))) return void incoming.socket.destroy();
    const passed = request(gateway.to + url, { method, headers, agent: false }, (answer) => {
      if (method === 'PUT' && answer.statusCode === 204) {
        gateway.sent += 1;
        gateway.onSent();
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.on('close', () => incoming.complete || passed.destroy());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return gateway;
}

/** How the command ended. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

interface More {
  env?: Record<string, string>;
  /** What it reads from the standard input. */
  input?: string;
  /** A file that the standard output goes to, by its descriptor. */
  stdout?: number;
}

/** A server behind a gateway, a person with an access token, and the command line with that token on another machine. */
export async function withRemoteClient(env: Record<string, string> = {}) {
  const dataDir = await temporaryFolder();
  const settings = { SPEECH_ENGINE: 'fake', ...env };
  let server = await startServer(dataDir, settings);
  const ann = await Client.signUp(server.url);
  const gateway = await openGateway(server.url);
  const tokenFor = (...scopes: TokenScope[]) =>
    ann.call(createToken, { body: { name: 'Command line', scopes } });
  const { token } = await tokenFor('read', 'transcribe');
  const [folder, cache] = [await temporaryFolder(), await temporaryFolder()];
  const start = (args: string[], { env: own = {}, input, stdout }: More = {}) => {
    const child = spawn(
      process.execPath,
      ['src/server/cli/remote/main.ts', '--server', gateway.url, ...args],
      {
        cwd: ROOT,
        env: { ...process.env, TAPESCRIPT_TOKEN: token, XDG_CACHE_HOME: cache, ...own },
        stdio: [input === undefined ? 'ignore' : 'pipe', stdout ?? 'pipe', 'pipe'],
      },
    );
    child.stdin?.end(input);
    let err = '';
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      err += piece;
    });
    const out = child.stdout ? text(child.stdout) : '';
    const ended = once(child, 'close').then(
      async ([code]): Promise<Ended> => ({ code, out: await out, err }),
    );
    return { child, ended, err: () => err };
  };
  return {
    ann,
    token,
    tokenFor,
    gateway,
    folder,
    cache,
    start,
    run: (args: string[], more?: More) => start(args, more).ended,
    list: async () => (await ann.call(listTranscripts, {})) as TranscriptListItem[],
    /** Ends the server and starts it again on the same data, at another address behind the gateway. */
    restart: async (signal: NodeJS.Signals) => {
      await server.end(signal);
      server = await startServer(dataDir, settings);
      gateway.to = server.url;
      ann.url = server.url;
    },
    output: () => server.output(),
  };
}
