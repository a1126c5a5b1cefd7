import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backup } from '../backup/backup.ts';
import { withDatabase } from '../backup/installation.ts';
import { readSecret } from '../secret.ts';
import { openStore } from '../storage/open-store.ts';
import { oneFile, parseCommand, runCommand } from './command.ts';
import { UsageError } from './command-line.ts';

const USAGE = 'Usage: npm run backup -- FILE [--with-secret]';

runCommand(async ({ config, progress, signal, say }) => {
  const { values, positionals } = parseCommand({ 'with-secret': { type: 'boolean' } }, USAGE);
  const path = resolve(oneFile(positionals, USAGE));
  if (existsSync(path)) throw new UsageError(`${path} already exists. ${USAGE}`);
  const secret = values['with-secret']
    ? (config.secret ?? (await readSecret(join(config.dataDir, 'secret'))))
    : undefined;
  const store = await openStore(config);
  try {
    const { tables, missingFiles } = await withDatabase(config, { say, beside: true }, (connection) =>
      backup(path, { connection, store, secret, progress, signal }),
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`Written: ${path} (${rows.toLocaleString('en')} rows)`);
    if (missingFiles.length > 0)
      say(
        `${missingFiles.length} recordings are missing from the store, and so from the backup: ${missingFiles.slice(0, 5).join(', ')}`,
      );
    say(
      secret === undefined
        ? 'The secret is not in it. Keep DATA_DIR/secret (or SECRET) in another safe place: without it, saved API keys cannot be decrypted.'
        : 'The secret is in it: anyone holding this file can decrypt the saved API keys and sign links. Keep it as safe as those keys.',
    );
  } finally {
    await store.close();
  }
});
