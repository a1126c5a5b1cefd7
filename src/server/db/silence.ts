import { Socket } from 'node:net';
import pg from 'pg';

/**
 * Ends a connection when nothing came or went on it for so many milliseconds though an answer is awaited: its server vanished, or what is in
 * between forgot it. The system would go on sending for a quarter of an hour, and does not look at all where something in between answers for
 * the server. Whoever awaits the answer gets an error at once.
 */
export function endWhenSilent(client: pg.ClientBase, silentMs: number): void {
  if (!(client instanceof pg.Client)) return;
  const { connection } = client;
  const { stream } = connection;
  if (!(stream instanceof Socket)) return;
  let sentWhenReady = stream.bytesWritten;
  // Before node-postgres hears of it, which sends the next statement then.
  connection.prependListener('readyForQuery', () => {
    sentWhenReady = stream.bytesWritten;
  });
  stream.setTimeout(silentMs);
  // Again and again: a connection is idle for longer than that, too.
  stream.on('timeout', () => {
    const isAwaited = stream.bytesWritten > sentWhenReady;
    if (isAwaited) stream.destroy(new Error('Connection terminated: the database gave no answer'));
  });
}
