import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import type { S3Settings } from '#server/config.ts';
import { createS3Client, S3_PATIENCE } from '#server/storage/s3-client.ts';

const PYTHON = '/usr/bin/python3';
const PROGRAM = fileURLToPath(new URL('swift-server.py', import.meta.url));
/** Where Debian's packages install it. */
const LIBRARY = '/usr/lib/python3/dist-packages/swift';

/** Whether Debian's Swift is installed; prints a line if it is not. */
export function hasSwift(): boolean {
  const isThere = existsSync(LIBRARY) && existsSync(PYTHON);
  if (!isThere) {
    process.stderr.write(
      'Skipped: Swift is not installed. npm run test:s3 installs it (Debian: swift-proxy swift-account swift-container swift-object).\n',
    );
  }
  return isThere;
}

/** A real S3 server on a free port, which checks signatures. */
export interface SwiftServer {
  url: string;
  /** Creates an empty bucket. */
  bucket(): Promise<S3Settings>;
  close(): Promise<void>;
}

/** Starts Debian's Swift with its S3 interface. `origins` are the pages from which browsers may access it (CORS). */
export async function startSwift(origins: readonly string[] = []): Promise<SwiftServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-swift-'));
  const child = spawn(PYTHON, [PROGRAM, folder, origins.join(',')], { stdio: ['pipe', 'pipe', 'pipe'] });
  const port = await readyPort(child);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    async bucket() {
      const settings: S3Settings = {
        bucket: `tapes-${randomBytes(6).toString('hex')}`,
        endpoint: url,
        region: 'us-east-1',
        accessKeyId: 'test:tester',
        secretAccessKey: 'testing',
        forcePathStyle: true,
      };
      const client = createS3Client(settings, S3_PATIENCE);
      await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
      client.destroy();
      return settings;
    },
    async close() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function readyPort(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  const read = (text: string) => {
    output += text;
    const port = /^ready (\d+)$/m.exec(output)?.[1];
    if (port) resolve(port);
  };
  child.stdout?.setEncoding('utf8').on('data', read);
  child.stderr?.setEncoding('utf8').on('data', read);
  child.once('exit', (code) => reject(new Error(`Swift ended with ${code}: ${output}`)));
  child.once('error', reject);
  return promise;
}
