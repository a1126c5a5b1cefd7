import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The server closes rejected connections sooner than this. */
const CLOSED_MS = 45_000;

/** A connection on which any bytes can be sent, HTTP or not. */
export interface RawConnection {
  socket: Socket;
  /** All data received so far. */
  heard(): string;
  /** Waits until the other side has closed and returns all data received. Rejects if it does not close in time. */
  closed(): Promise<string>;
  /** Waits until the received data contains a text. */
  said(text: string): Promise<void>;
}

/** Connects to a server on this machine ('127.0.0.1:3000'). Half-closing this side leaves the other side open. */
export async function openRaw(host: string): Promise<RawConnection> {
  const [name = '', port] = host.split(':');
  const socket = connect({ host: name, port: Number(port), allowHalfOpen: true });
  let text = '';
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece;
  });
  // Being disconnected while writing is a valid response.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const until = (isDone: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`It goes on after ${CLOSED_MS} ms; so far: ${text}`)),
        CLOSED_MS,
      );
      const look = () => {
        if (!isDone() && !hasEnded(socket)) return;
        clearTimeout(late);
        resolve();
      };
      for (const event of ['data', 'end', 'close']) socket.on(event, look);
      look();
    });
  return {
    socket,
    heard: () => text,
    async closed() {
      await until(() => false);
      socket.destroy();
      return text;
    },
    said: (wanted) => until(() => text.includes(wanted)),
  };
}

function hasEnded(socket: Socket): boolean {
  return socket.readableEnded || socket.destroyed;
}
