import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { withDatabase } from '../backup/installation.ts';
import { openDatabase } from '../db/client.ts';
import { publish } from '../events/bus.ts';
import { createAccountByOperator, setPassword, signOut, unlink } from '../features/auth/operator.ts';
import { parseCommand, runCommand } from './command.ts';
import { UsageError } from './command-line.ts';

const USAGE =
  'Usage: npm run account -- create|set-password|sign-out|unlink EMAIL (create and set-password read the password)';

type Perform = (deps: Parameters<typeof signOut>[0], email: string) => Promise<string>;

/** The actions on an account, each returning the message to print. */
const ACTIONS: Readonly<Record<string, Perform | undefined>> = {
  create: async (deps, email) => {
    const user = await createAccountByOperator(deps, email, await readPassword());
    return `${user.email} has an account.`;
  },
  'set-password': async (deps, email) => {
    const user = await setPassword(deps, email, await readPassword());
    return `${user.email} has a new password, and is signed out everywhere.`;
  },
  'sign-out': async (deps, email) => `${(await signOut(deps, email)).email} is signed out everywhere.`,
  unlink: async (deps, email) => {
    const { user, hadLink } = await unlink(deps, email);
    return hadLink
      ? `${user.email} has no link to an identity provider any more, and is signed out everywhere.`
      : `${user.email} had no link to an identity provider.`;
  },
};

runCommand(async ({ config, say }) => {
  const { positionals } = parseCommand({}, USAGE);
  const [action, email, ...more] = positionals;
  if (email === undefined || more.length > 0) throw new UsageError(`Name one account. ${USAGE}`);
  const perform = ACTIONS[action ?? ''];
  if (!perform) throw new UsageError(`"${action}" is not an action. ${USAGE}`);
  await withDatabase(config, { say, beside: true }, async (connection) => {
    const { db, close } = openDatabase({ connection, pool: config.pool, onError: () => undefined });
    try {
      say(await perform({ db, events: { publish } }, email));
    } finally {
      await close();
    }
  });
});

/**
 * One line of standard input, not echoed by a terminal. Never an argument: those appear in the shell's history and in the process
 * list.
 */
async function readPassword(): Promise<string> {
  const { stdin: input, stderr } = process;
  if (input.isTTY) stderr.write('New password: ');
  const output = new Writable({ write: (_text, _encoding, done) => done() });
  const lines = createInterface({ input, output, terminal: input.isTTY === true });
  for await (const line of lines) {
    if (input.isTTY) stderr.write('\n');
    return line;
  }
  return '';
}
