import { resolve } from 'node:path';
import { withDatabase } from '../backup/installation.ts';
import { move } from '../backup/move.ts';
import { readConfig } from '../config.ts';
import { lockDataDir } from '../db/embedded/lock.ts';
import { openStore } from '../storage/open-store.ts';
import { parseCommand, runCommand } from './command.ts';
import { UsageError } from './command-line.ts';

const USAGE = 'Usage: npm run db:move -- --to postgres://... [--data-dir FOLDER] [--replace]';

runCommand(async ({ config, progress, signal, say }) => {
  const { values, positionals } = parseCommand(
    { to: { type: 'string' }, 'data-dir': { type: 'string' }, replace: { type: 'boolean' } },
    USAGE,
  );
  const folder = values['data-dir'];
  if (values.to === undefined || positionals.length > 0) throw new UsageError(`Name the target. ${USAGE}`);
  const target = readConfig({ ...process.env, DATABASE_URL: values.to });
  // Anything written after the copy began would be left behind.
  await (await lockDataDir(config.dataDir)).release();
  const stores = {
    from: await openStore({ s3: undefined, dataDir: config.dataDir }),
    // The store of the settings; with --data-dir, that of another data folder.
    to: await openStore(folder === undefined ? target : { ...target, dataDir: resolve(folder) }),
  };
  const source = { dataDir: config.dataDir, databaseUrl: undefined };
  const { rows, files, missingFiles } = await withDatabase(source, { say, beside: true }, (connection) =>
    move({
      from: { connection, store: stores.from },
      to: { connection: { connectionString: values.to }, store: stores.to },
      replace: values.replace === true,
      progress,
      signal,
    }),
  );
  say(`Moved and compared: ${rows.toLocaleString('en')} rows, ${files.toLocaleString('en')} files`);
  if (missingFiles.length > 0) say(`${missingFiles.length} recordings were not in the old store either.`);
  say(
    'Start with DATABASE_URL set to the new database and with the same secret (DATA_DIR/secret, or SECRET). The old files are unchanged.',
  );
});
