import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { LIVE_SAMPLE_RATE, LIVE_TEXT_PATH, type LiveText } from '#contract/live-text.ts';
import { AppError } from '../../app-error.ts';
import { refuseForeignOrigin } from '../../http/origin.ts';
import { type LiveTextDeps, startListening } from './service.ts';

/** Some seconds of sound; browsers send a quarter of one at a time. */
const MAX_MESSAGE_BYTES = 500_000;
/** A microphone that sends faster than it hears is none. */
const MOST_AHEAD_MS = 60_000;
const POLICY_VIOLATION = 1008;
const FINISHED = 1000;

/** What a microphone hears becomes text while it is spoken; the recording itself goes another way. */
export function liveTextRoutes(app: FastifyInstance, deps: LiveTextDeps): void {
  let sessions = 0;
  app.register(async (scope) => {
    await scope.register(websocket, { options: { maxPayload: MAX_MESSAGE_BYTES } });
    scope.route({
      method: 'GET',
      url: LIVE_TEXT_PATH,
      schema: { hide: true },
      onRequest: async (request) => {
        // Any page may open a WebSocket to us, with the visitor's cookie.
        refuseForeignOrigin(request, deps.config.publicUrl);
        if (!request.actor) throw new AppError('unauthorized');
      },
      handler: () => {
        throw new AppError('not_found');
      },
      wsHandler: (socket) => {
        const tell = (text: LiveText) => {
          if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(text));
        };
        const refuse = (message: string) => {
          tell({ type: 'unavailable', message });
          socket.close(POLICY_VIOLATION);
        };
        // Each of them keeps a core busy.
        if (sessions >= deps.config.speech.threads) {
          refuse('Live text is not available, because others are recording now. Your recording goes on.');
          return;
        }
        sessions += 1;
        const startedAt = performance.now();
        let receivedMs = 0;
        // Listeners are there before anything is awaited, so that no message is missed.
        const listening = startListening(deps, tell).then(
          (started) => {
            if (!started) refuse('This speech engine has no live text. Your recording goes on.');
            return started;
          },
          (error: unknown) => {
            deps.log.error({ err: error }, 'live text could not begin');
            refuse('Live text is not available at the moment. Your recording goes on.');
            return null;
          },
        );
        const end = async () => {
          await (await listening)?.end();
        };
        // Nobody waits for these: what fails in them would end the whole process.
        const report = (error: unknown) => deps.log.error({ err: error }, 'live text failed');
        const hear = async (data: Buffer, isBinary: boolean) => {
          if (!isBinary) {
            // Any text: the recording has ended; the last words are told before the connection closes.
            await end();
            socket.close(FINISHED);
            return;
          }
          receivedMs += (data.length / 2 / LIVE_SAMPLE_RATE) * 1000;
          if (receivedMs > performance.now() - startedAt + MOST_AHEAD_MS) socket.close(POLICY_VIOLATION);
          else (await listening)?.push(data);
        };
        socket.on('message', (data: Buffer, isBinary: boolean) => {
          hear(data, isBinary).catch(report);
        });
        socket.once('close', () => {
          sessions -= 1;
          end().catch(report);
        });
      },
    });
  });
}
