import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { lastingPort } from './ports.ts';

const Inspected = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
});

interface ContainerOptions {
  /** The folder that is mounted at /data. */
  volume: string;
  env?: Record<string, string>;
  /** Runs as this `UID:GID` instead of the image's own user, with a read-only root file system and without a private /tmp. */
  lockedDownAs?: string;
}

export interface Container {
  url: string;
  output(): string;
  /** Stops the container as `docker stop` does and returns its exit code. */
  stop(): Promise<number | null>;
}

/** The image that scripts/test-container.mjs built. */
export const IMAGE = process.env.TAPESCRIPT_IMAGE ?? '';

/** Runs buildah and returns its output. */
export function buildah(...args: string[]): string {
  return execFileSync('buildah', [...storage(), ...args], { encoding: 'utf8' }).trim();
}

/** The image's own configuration. */
export function imageConfig() {
  return Inspected.parse(JSON.parse(buildah('inspect', '--type=image', IMAGE))).Docker.config;
}

/** Creates a folder with the permissions of the image's volume. */
export async function newVolume(): Promise<string> {
  const volume = await mkdtemp(join(tmpdir(), 'tapescript-volume-'));
  await chmod(volume, 0o1777);
  onTestFinished(() => rm(volume, { recursive: true, force: true }));
  return volume;
}

/** Runs the image with its own entry point and waits until it listens (on loopback, like all test servers); it is stopped when the test ends. */
export async function startContainer(options: ContainerOptions): Promise<Container> {
  const port = await lastingPort();
  const env = { HOST: '127.0.0.1', PORT: String(port), MODELS_DOWNLOAD: 'off', ...options.env };
  const name = buildah('from', '--pull-never', IMAGE);
  onTestFinished(() => void buildah('rm', name));
  const child = runIn(buildah('mount', name), env, options);
  const exit = once(child, 'exit');
  onTestFinished(() => stop().then(() => undefined));
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      if (output.includes('Tapescript is ready')) resolve();
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    exit.then(([code]) => reject(new Error(`The container ended with ${code}: ${output}`)));
  });
  const stop = async () => {
    // This is the entry point itself: each program before it has replaced itself with the next (exec).
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const [code] = await exit;
    return code as number | null;
  };
  await ready;
  return { url: `http://127.0.0.1:${port}`, output: () => output, stop };
}

function storage(): string[] {
  return z.array(z.string()).parse(JSON.parse(process.env.TAPESCRIPT_BUILDAH ?? '[]'));
}

/** Runs in a separate mount namespace, which ends with the process: `buildah run` supports neither a read-only root nor a folder as the image's volume. */
function runIn(
  root: string,
  env: Record<string, string>,
  { volume, lockedDownAs }: ContainerOptions,
): ChildProcess {
  const { Env, User, Entrypoint, Cmd } = imageConfig();
  const script = `
    set -e
    mount --bind "$ROOT" "$ROOT"
    mount --bind "$VOLUME" "$ROOT/data"
    mount --rbind /proc "$ROOT/proc"
    mount --rbind /dev "$ROOT/dev"
    if [ -n "$LOCKED" ]; then mount -o remount,bind,ro "$ROOT"; fi
    cd /
    exec chroot --userspec="$USER_ID" --groups= "$ROOT" "$@"`;
  const settings = [...Env, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)];
  const inside = ['/usr/bin/env', '-i', '-C', '/app', ...settings, ...Entrypoint, ...Cmd];
  const how = { ROOT: root, VOLUME: volume, USER_ID: lockedDownAs ?? `${User}:`, LOCKED: lockedDownAs ?? '' };
  return spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...inside], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...how },
  });
}
