import { sql } from 'drizzle-orm';
import pg from 'pg';
import { z } from 'zod';
import { LiveEvent } from '#contract/events.ts';
import { UserId } from '#contract/ids.ts';
import { CONNECTION, type Db, type Tx } from '../db/client.ts';
import { NodeAsked, NodeBeat, NodePresence, WindowSaid } from './presence-messages.ts';

/** What nodes send each other through the database. */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('live'), userIds: z.array(UserId), event: LiveEvent }),
  z.object({ kind: z.literal('stop-job'), jobId: z.string() }),
  /**
   * Answers being written about a transcript are no longer wanted: all of them (it was deleted), or those for visitors of its
   * link.
   */
  z.object({ kind: z.literal('unwanted'), transcriptId: z.int(), of: z.enum(['all', 'visitors']) }),
  /** One or all of a user's sessions have ended. */
  z.object({ kind: z.literal('sessions-ended'), userId: UserId }),
  WindowSaid,
  NodePresence,
  NodeBeat,
  NodeAsked,
]);
export type Message = z.infer<typeof Message>;

/** Delivered only within this process: the connection was lost, so messages may have been missed. */
const GAP = { kind: 'gap' } as const;
export type BusMessage = Message | typeof GAP;

export interface EventBus {
  /** Notifies every node, including this one, with one statement; within a transaction, on commit. */
  publish(db: Db | Tx, ...messages: Message[]): Promise<void>;
  /** Calls `listener` for every message, and after a gap, until the returned function is called. */
  subscribe(listener: (message: BusMessage) => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'tapescript_events';
/** PostgreSQL limits a notification to 8,000 bytes. */
const MAX_BYTES = 7900;
const RECONNECT_MS = 500;

/**
 * Opens the bus on PostgreSQL's LISTEN and NOTIFY; reconnects when the connection is lost. This node misses the messages sent in
 * between, and its listeners are notified of the gap: messages are only hints, and the state itself can be read from the database.
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
      // A listener that throws must not affect the others or end the process.
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
      // A connection that could not be opened also ends, and only its end triggers the next attempt.
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

/** Anyone with access to the database can send any notification: invalid ones are ignored. */
function parseMessage(payload: string | undefined): Message | undefined {
  try {
    return Message.safeParse(JSON.parse(payload ?? '')).data;
  } catch {
    return undefined;
  }
}

/** Notifies every node, also from a process that does not listen itself. */
export async function publish(db: Db | Tx, ...messages: Message[]): Promise<void> {
  const payloads = messages.map((message) => JSON.stringify(message));
  if (payloads.some((payload) => Buffer.byteLength(payload) > MAX_BYTES))
    throw new Error('This message is too long for a notification.');
  await db.execute(
    sql`select pg_notify(${CHANNEL}, payload) from unnest(${sql.param(payloads)}::text[]) as payload`,
  );
}
