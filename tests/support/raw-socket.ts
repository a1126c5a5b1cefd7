import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** No refusal takes as long as this. */
const CLOSED_MS = 45_000;

/** A connection on which anything can be said, whether it is HTTP or not. */
export interface RawConnection {
  socket: Socket;
  /** All that has come so far. */
  heard(): string;
  /** Waits until the other side has closed; gives all that it said. Rejects where it does not close in time. */
  closed(): Promise<string>;
  /** Waits until what was said holds a text. */
  said(text: string): Promise<void>;
}

/** Connects to a server on this machine ('127.0.0.1:3000'). Half-closing this side leaves the other one open. */
export async function openRaw(host: string): Promise<RawConnection> {
  const [name = '', port] = host.split(':');
  const socket = connect({ host: name, port: Number(port), allowHalfOpen: true });
  let text = '';
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece;
  });
  // To be cut off in the middle of writing is one of the answers.
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
