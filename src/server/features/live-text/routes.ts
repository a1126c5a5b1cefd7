import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { LIVE_TEXT_PATH } from '#contract/live-text.ts';
import { AppError } from '../../app-error.ts';
import { refuseNarrowToken, requireActor } from '../../auth/actor.ts';
import { refuseForeignOrigin } from '../../http/origin.ts';
import { perPerson } from '../../http/rate-limit.ts';
import { createPlaces } from './places.ts';
import { LIVE_LIMITS, type LiveLimits, serveMicrophone } from './serve-microphone.ts';
import type { LiveTextDeps } from './service.ts';

/** Some seconds of audio; browsers send a quarter of a second at a time. */
const MAX_MESSAGE_BYTES = 500_000;
/** Per user; refused browsers retry every two seconds at most. */
const CONNECTIONS_A_MINUTE = 60;

/** Turns microphone audio into text while people speak; the recording itself is uploaded separately. */
export function liveTextRoutes(
  app: FastifyInstance,
  deps: LiveTextDeps,
  limits: LiveLimits = LIVE_LIMITS,
): void {
  const places = createPlaces(deps.config.speech.threads);
  app.register(async (scope) => {
    await scope.register(websocket, { options: { maxPayload: MAX_MESSAGE_BYTES } });
    scope.route({
      ...perPerson(CONNECTIONS_A_MINUTE),
      method: 'GET',
      url: LIVE_TEXT_PATH,
      schema: { hide: true },
      onRequest: async (request) => {
        // Any page may open a WebSocket to us, with the visitor's cookie.
        refuseForeignOrigin(request, deps.config.publicUrl);
        refuseNarrowToken(requireActor(request), { scope: 'transcribe' });
      },
      handler: () => {
        throw new AppError('not_found');
      },
      wsHandler: (socket, request) => serveMicrophone(deps, { places, limits }, { socket, request }),
    });
  });
}
