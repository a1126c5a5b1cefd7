import { sql } from 'drizzle-orm';
import pg from 'pg';
import { z } from 'zod';
import { LiveEvent } from '#contract/events.ts';
import { UserId } from '#contract/ids.ts';
import { CONNECTION, type Db, type Tx } from '../db/client.ts';

/** What nodes tell each other through the database. */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('live'), userIds: z.array(UserId), event: LiveEvent }),
  z.object({ kind: z.literal('stop-job'), jobId: z.string() }),
  /** What is being written about a transcript is not wanted any more: everything (it was deleted), or what visitors of its link asked for. */
  z.object({ kind: z.literal('unwanted'), transcriptId: z.int(), of: z.enum(['all', 'visitors']) }),
  /** One of a person's sessions has ended, or all of them. */
  z.object({ kind: z.literal('sessions-ended'), userId: UserId }),
]);
export type Message = z.infer<typeof Message>;

/** Told to the listeners of this process only: the connection was lost, so messages may have been missed. */
const GAP = { kind: 'gap' } as const;
export type BusMessage = Message | typeof GAP;

export interface EventBus {
  /** Tells every node, this one included, by one statement; within a transaction when it commits. */
  publish(db: Db | Tx, ...messages: Message[]): Promise<void>;
  /** Calls `listener` for every message, and after a gap, until the returned function is called. */
  subscribe(listener: (message: BusMessage) => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'tapescript_events';
/** PostgreSQL's limit for one notification is 8,000 bytes. */
const MAX_BYTES = 7900;
const RECONNECT_MS = 500;

/**
 * Opens the bus on PostgreSQL's LISTEN and NOTIFY; a lost connection is opened again. Messages sent meanwhile are
 * missed by this node, and its listeners are told so: messages are hints, what they are about can be read from the database.
 */
export async function openEventBus(
  connection: pg.PoolConfig,
  onError: (error: Error) => void,
): Promise<EventBus> {
  const listeners = new Set<(message: BusMessage) => void>();
  let closed = false;
  let client: pg.Client | undefined;

  const receive = (payload: string | undefined) => {
    const message = parseMessage(payload);
    if (message) deliver(message);
  };
  const deliver = (message: BusMessage) => {
    for (const listener of listeners) {
      // One that fails keeps neither the others from hearing it, nor this process from going on.
      try {
        listener(message);
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
      }
    }
  };
  const connect = async () => {
    const next = new pg.Client({ ...CONNECTION, ...connection, application_name: 'tapescript-events' });
    next.on('notification', ({ payload }) => receive(payload));
    next.on('error', onError);
    next.on('end', () => {
      if (!closed) setTimeout(reconnect, RECONNECT_MS).unref();
    });
    client = next;
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      // One that could not be opened ends too, and only its end leads to another try.
      next.end().catch(() => undefined);
      throw error;
    }
  };
  const reconnect = () => {
    if (closed) return;
    connect().then(() => deliver(GAP), onError);
  };

  await connect().catch((error: unknown) => {
    closed = true;
    throw error;
  });
  return {
    publish,
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

/** Whoever may speak to the database may notify of anything, and of nothing: what is no message of ours is passed over. */
function parseMessage(payload: string | undefined): Message | undefined {
  try {
    return Message.safeParse(JSON.parse(payload ?? '')).data;
  } catch {
    return undefined;
  }
}

/** Tells every node something, also from a process that hears nothing itself. */
export async function publish(db: Db | Tx, ...messages: Message[]): Promise<void> {
  const payloads = messages.map((message) => JSON.stringify(message));
  if (payloads.some((payload) => Buffer.byteLength(payload) > MAX_BYTES))
    throw new Error('This message is too long for a notification.');
  await db.execute(
    sql`select pg_notify(${CHANNEL}, payload) from unnest(${sql.param(payloads)}::text[]) as payload`,
  );
}
