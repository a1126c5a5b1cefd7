import { Socket } from 'node:net';
import pg from 'pg';

/**
 * Closes a connection when no bytes have moved for this many milliseconds while a response is pending: its server vanished, or
 * something in between has forgotten the connection. The system would retransmit for a quarter of an hour, and notices nothing at
 * all if something in between acknowledges for the server. The pending query is rejected at once.
 */
export function endWhenSilent(client: pg.ClientBase, silentMs: number): void {
  if (!(client instanceof pg.Client)) return;
  const { connection } = client;
  const { stream } = connection;
  if (!(stream instanceof Socket)) return;
  let sentWhenReady = stream.bytesWritten;
  // Before node-postgres's own listener, which sends the next statement.
  connection.prependListener('readyForQuery', () => {
    sentWhenReady = stream.bytesWritten;
  });
  stream.setTimeout(silentMs);
  // Keeps checking, because an idle connection times out as well.
  stream.on('timeout', () => {
    const isAwaited = stream.bytesWritten > sentWhenReady;
    if (isAwaited) stream.destroy(new Error('Connection terminated: the database gave no answer'));
  });
}
