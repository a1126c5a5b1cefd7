import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { lastingPort } from './ports.ts';
import { openSession, type Session } from './webdriver.ts';

const LIBRARIES = '/usr/lib';

/**
 * Starts Debian's WebKitGTK: its MiniBrowser, driven by WebKitWebDriver over classic WebDriver, on a screen of its own (Xvfb) and with a sound device of its own
 * (PulseAudio with a null sink, because without any device no recording plays). Its microphone is WebKit's mock device. Files that the page saves appear in
 * the folder under their names. Everything ends with the test.
 */
export async function launchWebKit(folder: string): Promise<Session> {
  const home = join(folder, 'webkit');
  await mkdir(join(home, '.config'), { recursive: true });
  await writeFile(join(home, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${folder}"\n`);
  const [display, sound, port, binary] = await Promise.all([
    startDisplay(),
    startSound(home),
    lastingPort(),
    findMiniBrowser(),
  ]);
  const env = {
    ...process.env,
    LC_ALL: 'C.UTF-8',
    DISPLAY: display,
    PULSE_SERVER: sound,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_RUNTIME_DIR: home,
  };
  endsWithTest(spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }));
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${url}/status`), { timeout: 60_000 });
  const args = [
    '--automation',
    '--autoplay-policy=allow',
    '--enable-media-stream=true',
    '--enable-mock-capture-devices=true',
  ];
  const session = await openSession(url, {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args },
  });
  onTestFinished(() => session.end());
  return session;
}

/** Starts a screen that nobody sees, and returns its name. */
async function startDisplay(): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const { stdio } = endsWithTest(spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }));
  const told = stdio[3];
  if (!told) throw new Error('Xvfb has no channel to tell its number.');
  const [number] = await once(told, 'data');
  return `:${String(number).trim()}`;
}

/** Starts a sound server with a device that nobody hears, and returns its address. */
async function startSound(home: string): Promise<string> {
  const socket = join(home, 'sound');
  const args = [
    ...['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1', '--disable-shm=yes'],
    '--load=module-null-sink',
    `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
  ];
  endsWithTest(spawn('pulseaudio', args, { env: { ...process.env, HOME: home }, stdio: 'ignore' }));
  await vi.waitUntil(() => existsSync(socket), { timeout: 60_000 });
  return `unix:${socket}`;
}

/** The browser's folder is named after the version of its interface and the machine: `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1`. */
async function findMiniBrowser(): Promise<string> {
  for (const machine of await readdir(LIBRARIES)) {
    for (const version of ['4.1', '4.0']) {
      const path = join(LIBRARIES, machine, `webkit2gtk-${version}`, 'MiniBrowser');
      if (existsSync(path)) return path;
    }
  }
  throw new Error('MiniBrowser is not installed; it comes with webkit2gtk-driver.');
}

function endsWithTest(child: ChildProcess): ChildProcess {
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  return child;
}
