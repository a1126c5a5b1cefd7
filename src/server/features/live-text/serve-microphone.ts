import type { WebSocket } from '@fastify/websocket';
import type { FastifyRequest } from 'fastify';
import { LIVE_SAMPLE_RATE, type LiveText } from '#contract/live-text.ts';
import { requireActor, userOf } from '../../auth/actor.ts';
import { isSignedIn } from '../auth/access.ts';
import type { Places } from './places.ts';
import { type LiveTextDeps, startListening } from './service.ts';

export interface LiveLimits {
  /** How often the client must show that it is there and still signed in. */
  beatMs: number;
  /** How long a place is held without audio. */
  idleMs: number;
  /** How long a place is held at a time before others take precedence. */
  longestMs: number;
}

export const LIVE_LIMITS: LiveLimits = { beatMs: 20_000, idleMs: 30_000, longestMs: 30 * 60_000 };

/** A client that sends faster than real time is not a microphone. */
const MAX_AHEAD_MS = 60_000;
const POLICY_VIOLATION = 1008;
const FINISHED = 1000;

const FAREWELLS = {
  full: {
    again: 'later',
    message:
      'Live text is not available, because others are recording now. It starts when a place becomes free; your recording continues.',
  },
  elsewhere: {
    again: 'never',
    message: 'Live text has moved to another window. Your recording continues here.',
  },
  tooLong: {
    again: 'later',
    message: 'Live text has paused to make room for others and will come back. Your recording continues.',
  },
  idle: { again: 'with-sound', message: 'Live text is waiting for sound.' },
  signedOut: {
    again: 'never',
    message: 'Live text has ended because you are signed out. Your recording continues.',
  },
  cannot: {
    again: 'never',
    message: 'This speech engine does not support live text. Your recording continues.',
  },
  broken: { again: 'later', message: 'Live text is not available at the moment. Your recording continues.' },
} as const satisfies Record<string, Omit<Extract<LiveText, { type: 'unavailable' }>, 'type'>>;

/** Recognizes a user's microphone until the user stops, disconnects, or the place goes to somebody else. */
export function serveMicrophone(
  deps: LiveTextDeps,
  { places, limits }: { places: Places; limits: LiveLimits },
  { socket, request }: { socket: WebSocket; request: FastifyRequest },
): void {
  const actor = requireActor(request);
  const send = (text: LiveText) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(text));
  };
  let release: () => void = () => undefined;
  const dismiss = (why: keyof typeof FAREWELLS) => {
    send({ type: 'unavailable', ...FAREWELLS[why] });
    socket.close(POLICY_VIOLATION);
    // Not only on a close handshake, which may never come.
    release();
  };
  const place = places.enter(actor.id, () => dismiss('elsewhere'));
  if (!place) {
    dismiss('full');
    return;
  }

  const startedAt = performance.now();
  let receivedMs = 0;
  // Listeners are attached before anything is awaited, so that no message is missed.
  const listening = startListening(deps, { send, onFailed: () => dismiss('broken') }).then(
    (started) => {
      if (!started) dismiss('cannot');
      return started;
    },
    (error: unknown) => {
      deps.log.error({ err: error }, 'cannot start live text');
      dismiss('broken');
      return null;
    },
  );
  // Nothing awaits these promises: an unhandled rejection would end the whole process.
  const report = (error: unknown) => deps.log.error({ err: error }, 'live text failed');
  const end = async () => {
    await (await listening)?.end();
  };
  const stopWatching = watch(deps, { socket, request, limits }, dismiss);
  const idle = setTimeout(() => dismiss('idle'), limits.idleMs).unref();
  release = () => {
    place.leave();
    stopWatching();
    clearTimeout(idle);
    end().catch(report);
  };
  const receive = async (data: Buffer, isBinary: boolean) => {
    if (!isBinary) {
      // Any text message means that the recording has ended; the last words are sent before the connection closes.
      await end();
      socket.close(FINISHED);
      return release();
    }
    if (socket.readyState !== socket.OPEN) return;
    idle.refresh();
    receivedMs += (data.length / 2 / LIVE_SAMPLE_RATE) * 1000;
    if (receivedMs > performance.now() - startedAt + MAX_AHEAD_MS) socket.close(POLICY_VIOLATION);
    else (await listening)?.push(data);
  };
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    receive(data, isBinary).catch(report);
  });
  socket.once('close', () => release());
}

/** Checks that the client is there and signed in, and enforces the time limits. Returns a function that stops it. */
function watch(
  deps: Pick<LiveTextDeps, 'db' | 'events'>,
  { socket, request, limits }: { socket: WebSocket; request: FastifyRequest; limits: LiveLimits },
  dismiss: (why: 'signedOut' | 'tooLong') => void,
): () => void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const checkSession = () => {
    isSignedIn(deps, request).then(
      (isSo) => isSo || dismiss('signedOut'),
      // If the database is down now, the next beat asks again.
      () => undefined,
    );
  };
  const beat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
    checkSession();
  }, limits.beatMs).unref();
  const tooLong = setTimeout(() => dismiss('tooLong'), limits.longestMs).unref();
  const unsubscribe = deps.events.subscribe((message) => {
    const isOwn = message.kind === 'sessions-ended' && message.userId === userOf(request)?.id;
    if (isOwn || message.kind === 'gap') checkSession();
  });
  return () => {
    clearInterval(beat);
    clearTimeout(tooLong);
    unsubscribe();
  };
}
