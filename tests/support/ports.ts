import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to outgoing connections: else one of these may take the port while its server is being started again. */
const PORTS = [20_000, 32_000] as const;

/** A free port of this machine that stays good while a server ends and is started again. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
