import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { EVENTS_PATH } from '#contract/events.ts';
import { WindowId } from '#contract/presence.ts';
import { AppError } from '../../app-error.ts';
import { requireActor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { beginEventStream, serverEvent } from '../../http/event-stream.ts';
import { onlySignedIn } from '../../http/mount.ts';
import { whenClosed } from '../../http/when-closed.ts';
import type { Presence } from '../presence/service.ts';

/** Keeps proxies from closing an idle connection. */
const BEAT_MS = 20_000;
const RECONNECT_MS = 2000;
const MAX_WINDOWS = 30;
const MAX_UNREAD_BYTES = 1_000_000;

/** Server-sent events for the signed-in user's windows. */
export function eventRoutes(
  app: FastifyInstance,
  { events, metrics }: Pick<Deps, 'events' | 'metrics'>,
  presence: Pick<Presence, 'open'>,
): void {
  const windows = new Map<number, Set<FastifyReply>>();

  // A disconnected window reconnects and reloads its data, unless its session has ended.
  const close = (replies: Iterable<FastifyReply> = []) => {
    for (const reply of replies) reply.raw.end();
  };
  const closeAll = () => {
    for (const replies of windows.values()) close(replies);
  };
  const unsubscribe = events.subscribe((message) => {
    if (message.kind === 'gap') return closeAll();
    if (message.kind === 'sessions-ended') return close(windows.get(message.userId));
    if (message.kind !== 'live') return;
    const text = serverEvent(message.event);
    for (const userId of message.userIds) {
      for (const reply of windows.get(userId) ?? []) write(reply, text);
    }
  });
  const beat = setInterval(() => {
    for (const replies of windows.values()) for (const reply of replies) reply.raw.write(': still here\n\n');
  }, BEAT_MS);
  beat.unref();

  // A HEAD request would wait for an end that never comes.
  const options = {
    schema: { hide: true },
    exposeHeadRoute: false,
    onRequest: onlySignedIn({ scope: 'read' }),
  };
  app.get(EVENTS_PATH, options, (request, reply) => {
    const { id } = requireActor(request);
    const window = windowOf(request);
    const open = windows.get(id) ?? new Set();
    if (open.size >= MAX_WINDOWS) throw new AppError('too_many_requests');
    windows.set(id, open.add(reply));
    const raw = beginEventStream(reply);
    metrics.window(1);
    raw.write(`retry: ${RECONNECT_MS}\n\n`);
    const leave =
      window && presence.open({ userId: id, id: window, tell: (event) => write(reply, serverEvent(event)) });
    whenClosed(raw, () => {
      leave?.();
      metrics.window(-1);
      open.delete(reply);
      if (open.size === 0) windows.delete(id);
    });
  });

  app.addHook('preClose', async () => {
    clearInterval(beat);
    unsubscribe();
    closeAll();
  });
}

/** The window's id, if it has one. Throws 'invalid_input'. */
function windowOf({ query }: FastifyRequest): WindowId | undefined {
  const { success, data } = Query.safeParse(query);
  if (!success) throw new AppError('invalid_input');
  return data.window;
}

const Query = z.object({ window: WindowId.optional() });

/** A window that has stopped reading is disconnected; it reconnects when it wakes up, and reloads its data. */
function write(reply: FastifyReply, text: string): void {
  if (reply.raw.writableLength > MAX_UNREAD_BYTES) reply.raw.destroy();
  else reply.raw.write(text);
}
