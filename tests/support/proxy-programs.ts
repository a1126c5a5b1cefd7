import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { lastingPort } from './ports.ts';
import { ROOT, temporaryFolder } from './server.ts';

/** The host name in the documented configuration files. */
export const SITE = 'tapes.example.org';

export interface RunningProxy {
  /** Its port on 127.0.0.1, with TLS. */
  port: number;
  /** Its certificate, as PEM. */
  certificate: string;
}

/** Starts a proxy in front of these addresses (`127.0.0.1:port`). */
export type StartProxy = (nodes: readonly string[]) => Promise<RunningProxy>;

/** Starts nginx with the configuration of docs/operating.md; only addresses and certificate differ. */
export const startNginx: StartProxy = async (nodes) => {
  const site = await makeSite();
  const servers = nodes.map((node) => `server ${node};`).join(' ');
  const block = (await documented('nginx'))
    .replace(/(server 127\.0\.0\.1:\d+; ?)+/, `${servers} `)
    .replace(
      'listen 443 ssl;',
      `listen 127.0.0.1:${site.port} ssl; ssl_certificate ${site.certificatePath}; ssl_certificate_key ${site.keyPath};`,
    );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${site.folder}/${name};`,
  );
  const config = join(site.folder, 'nginx.conf');
  await writeFile(
    config,
    `user root; daemon off; pid ${site.folder}/pid; error_log stderr warn;
events { }
http { access_log off; ${temporary.join(' ')}
${block} }`,
  );
  return run(site, 'nginx', ['-p', site.folder, '-e', 'stderr', '-c', config]);
};

/** Starts Caddy with the Caddyfile that compose.yaml uses and docs/operating.md shows; only addresses and certificate differ. */
export const startCaddy: StartProxy = async (nodes) => {
  const site = await makeSite();
  const file = (await readFile(join(ROOT, 'Caddyfile'), 'utf8'))
    .replace(
      `${SITE} {`,
      `https://${SITE}:${site.port} {\n\tbind 127.0.0.1\n\ttls ${site.certificatePath} ${site.keyPath}`,
    )
    .replace('web:3000', nodes.join(' '));
  const config = join(site.folder, 'Caddyfile');
  await writeFile(config, `{\n\tadmin off\n\tauto_https disable_redirects\n\tgrace_period 1s\n}\n${file}`);
  return run(site, 'caddy', ['run', '--config', config, '--adapter', 'caddyfile']);
};

/** The first code block of this language in docs/operating.md. */
export async function documented(language: string): Promise<string> {
  const page = await readFile(join(ROOT, 'docs/operating.md'), 'utf8');
  const block = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(page)?.[1];
  if (block === undefined) throw new Error(`docs/operating.md shows no ${language}.`);
  return block;
}

async function makeSite() {
  const folder = await temporaryFolder();
  const [certificatePath, keyPath] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const how = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${SITE}`];
  const names = ['-addext', `subjectAltName=DNS:${SITE}`];
  await promisify(execFile)('openssl', [
    'req',
    ...how,
    ...names,
    '-keyout',
    keyPath,
    '-out',
    certificatePath,
  ]);
  const certificate = await readFile(certificatePath, 'utf8');
  return { folder, certificatePath, keyPath, certificate, port: await lastingPort() };
}

async function run(
  { folder, port, certificate }: Awaited<ReturnType<typeof makeSite>>,
  program: string,
  args: string[],
): Promise<RunningProxy> {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${said}`);
    await delay(20);
  }
  return { port, certificate };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
