import { sql } from 'drizzle-orm';
import pg from 'pg';
import { z } from 'zod';
import { LiveEvent } from '#contract/events.ts';
import { UserId } from '#contract/ids.ts';
import type { Db, Tx } from '../db/client.ts';

/** What nodes tell each other through the database. */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('live'), userIds: z.array(UserId), event: LiveEvent }),
  z.object({ kind: z.literal('stop-job'), jobId: z.string() }),
]);
export type Message = z.infer<typeof Message>;

export interface EventBus {
  /** Tells every node, this one included, by one statement; within a transaction when it commits. */
  publish(db: Db | Tx, ...messages: Message[]): Promise<void>;
  /** Calls `listener` for every message until the returned function is called. */
  subscribe(listener: (message: Message) => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'tapescript_events';
/** PostgreSQL's limit for one notification is 8,000 bytes. */
const MAX_BYTES = 7900;
const RECONNECT_MS = 500;

/**
 * Opens the bus on PostgreSQL's LISTEN and NOTIFY; a lost connection is opened again. Messages sent meanwhile are
 * missed by this node: they are hints, and what they are about can be read from the database.
 */
export async function openEventBus(
  connection: pg.PoolConfig,
  onError: (error: Error) => void,
): Promise<EventBus> {
  const listeners = new Set<(message: Message) => void>();
  let closed = false;
  let client: pg.Client | undefined;

  const hear = (payload: string | undefined) => {
    const message = Message.safeParse(JSON.parse(payload ?? 'null'));
    if (!message.success) return;
    for (const listener of listeners) listener(message.data);
  };
  const connect = async () => {
    const next = new pg.Client({ ...connection, application_name: 'tapescript-events', keepAlive: true });
    next.on('notification', ({ payload }) => hear(payload));
    next.on('error', onError);
    next.on('end', () => {
      if (!closed) setTimeout(reconnect, RECONNECT_MS).unref();
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
  };
  const reconnect = () => {
    if (closed) return;
    connect().catch((error: Error) => {
      onError(error);
      setTimeout(reconnect, RECONNECT_MS).unref();
    });
  };

  await connect();
  return {
    publish: async (db, ...messages) => {
      const payloads = messages.map((message) => JSON.stringify(message));
      if (payloads.some((payload) => Buffer.byteLength(payload) > MAX_BYTES))
        throw new Error('This message is too long for a notification.');
      await db.execute(
        sql`select pg_notify(${CHANNEL}, payload) from unnest(${sql.param(payloads)}::text[]) as payload`,
      );
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}
