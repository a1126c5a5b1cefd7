// A separate process that starts the embedded database and prints how it runs (JSON), for tests that kill it.
import { startCluster } from '#server/db/embedded/cluster.ts';

const cluster = await startCluster({ dataDir: process.argv[2] ?? '', log: () => undefined });
process.stdout.write(
  `${JSON.stringify({ kind: cluster.kind, uid: process.getuid?.(), host: cluster.connection.host })}\n`,
);
process.on('SIGTERM', async () => {
  await cluster.stop();
  process.exit(0);
});
setInterval(() => undefined, 60_000);
