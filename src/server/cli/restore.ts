import { resolve } from 'node:path';
import { withDatabase } from '../backup/installation.ts';
import { restore } from '../backup/restore.ts';
import { openStore } from '../storage/open-store.ts';
import { oneFile, parseCommand, runCommand } from './command.ts';

const USAGE = 'Usage: npm run restore -- FILE [--replace]';

runCommand(async ({ config, progress, signal, say }) => {
  const { values, positionals } = parseCommand({ replace: { type: 'boolean' } }, USAGE);
  const path = resolve(oneFile(positionals, USAGE));
  const replace = values.replace === true;
  const { dataDir } = config;
  const store = await openStore(config);
  try {
    const { manifest, keptOtherSecret } = await withDatabase(config, { say, beside: false }, (connection) =>
      restore(path, { connection, store, dataDir, replace, progress, signal }),
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    say(
      `Restored: ${rows.toLocaleString('en')} rows, ${manifest.jobs.length} jobs will continue (backup of ${manifest.createdAt})`,
    );
    if (manifest.missingFiles.length > 0)
      say(`${manifest.missingFiles.length} recordings were not in the backup.`);
    if (!manifest.hasSecret)
      say(
        'The secret was not in the backup: put the old DATA_DIR/secret back (or set SECRET) before the next start; otherwise saved API keys cannot be decrypted.',
      );
    if (keptOtherSecret)
      say(
        'DATA_DIR already had a different secret, which was kept: saved API keys cannot be decrypted with it.',
      );
  } finally {
    await store.close();
  }
});
