import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that a test can block: connections stay open, but no data passes in either direction. */
export interface TcpProxy {
  port: number;
  block(): void;
  /** Stops forwarding data to the server on existing connections; new connections work normally. */
  strand(): void;
  open(): void;
  close(): Promise<void>;
}

/** Listens on a free port and forwards everything to a local port or a Unix socket. */
export async function openTcpProxy(target: number | string): Promise<TcpProxy> {
  const to = typeof target === 'number' ? { port: target, host: '127.0.0.1' } : { path: target };
  const sockets = new Set<Socket>();
  const incomings = new Set<Socket>();
  let isBlocked = false;
  const server = createServer((incoming) => {
    const onward = connect(to);
    for (const socket of [incoming, onward]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        incoming.destroy();
        onward.destroy();
      });
    }
    incomings.add(incoming);
    incoming.once('close', () => incomings.delete(incoming));
    incoming.pipe(onward);
    onward.pipe(incoming);
    if (isBlocked) for (const socket of [incoming, onward]) socket.pause();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    block: () => {
      isBlocked = true;
      for (const socket of sockets) socket.pause();
    },
    strand: () => {
      for (const socket of incomings) socket.pause();
    },
    open: () => {
      isBlocked = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
