import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { getCurrentUser, signIn } from '#contract/auth.ts';
import { Client } from '#tests/support/client.ts';
import { ROOT, startServer, temporaryFolder } from '#tests/support/server.ts';

/** Runs the command as npm does, and types into it. */
async function account(args: string[], dataDir: string, typed = '') {
  const child = spawn(process.execPath, ['src/server/cli/account.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(typed);
  const [code] = await once(child, 'close');
  return { code, output: output.trim() };
}

it('sets a new password and ends sessions, while the server runs and while it does not', async () => {
  const dataDir = await temporaryFolder();
  const server = await startServer(dataDir, { SPEECH_ENGINE: 'fake' });
  const ann = await Client.signUp(server.url);
  const { email } = await ann.call(getCurrentUser, {});
  const stranger = new Client(server.url);

  expect(await account(['set-password', email.toUpperCase()], dataDir, 'a new horse\n')).toEqual({
    code: 0,
    output: `${email} has a new password, and is signed out everywhere.`,
  });
  await expect(ann.call(getCurrentUser, {})).rejects.toThrow(/^401/);
  await expect(stranger.call(signIn, { body: { email, password: 'correct horse' } })).rejects.toThrow(/^401/);
  await stranger.call(signIn, { body: { email, password: 'a new horse' } });

  expect(await account(['create', email], dataDir, 'a new horse\n')).toEqual({
    code: 1,
    output: `There is already an account with the email address ${email}.`,
  });
  expect(await account(['set-password', email, 'on the command line'], dataDir)).toMatchObject({ code: 2 });

  expect(await server.end('SIGTERM')).toBe(0);
  expect(await account(['unlink', email], dataDir)).toEqual({
    code: 0,
    output: `${email} had no link to an identity provider.`,
  });
  expect(await account(['sign-out', email], await temporaryFolder())).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no database in'),
  });
});
