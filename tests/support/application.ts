import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { runServer } from '#tests/support/server.ts';

export interface Application {
  /** Where it listens. */
  url: string;
  browser: Browser;
  /** For files of the tests; it is removed at the end. */
  folder: string;
  /** Ends both, and fails when the server has written an error down: what people do is none. */
  close(): Promise<void>;
}

interface ApplicationOptions {
  /** Settings; the speech engine is the one that always says the same unless they name another. */
  env?: Record<string, string>;
  /** More arguments for the browser, which may refer to files in the folder. */
  browserArgs?: (folder: string) => Promise<readonly string[]>;
  /** Starts the browser, which may use the folder: Chromium unless another is given. */
  launch?: (folder: string) => Promise<Browser>;
  /** What the server may write down as an error, as some tests provoke it. */
  expectedErrors?: RegExp;
}

/** Starts the real application and a browser, for the tests of one file. */
export async function openApplication({
  env,
  browserArgs,
  launch = () => launchBrowser(),
  expectedErrors,
}: ApplicationOptions = {}): Promise<Application> {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-e2e-'));
  const server = runServer(join(folder, 'data'), { SPEECH_ENGINE: 'fake', ...env });
  const [url, browser] = await Promise.all([
    server.ready,
    browserArgs ? browserArgs(folder).then(launchBrowser) : launch(folder),
  ]);
  const close = async () => {
    await browser.close();
    await server.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
    const errors = server
      .output()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line));
    expect(errors.filter((line) => !expectedErrors?.test(line))).toEqual([]);
  };
  return { url, browser, folder, close };
}
