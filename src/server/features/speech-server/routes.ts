import type { FastifyInstance } from 'fastify';
import {
  getSpeechServer,
  removeSpeechServer,
  saveSpeechServer,
  testSpeechServer,
} from '#contract/speech-server.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { perPerson } from '../../http/rate-limit.ts';
import { replyDisconnectSignal } from '../../http/raw-body.ts';
import { removeServer, saveServer, testServer, viewServer } from './service.ts';

/** A test makes this server call others. */
const TESTS_A_MINUTE = 20;

export function speechServerRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'db' | 'cipher' | 'log' | 'outbound' | 'speechServers'>,
): void {
  mount(app, getSpeechServer, (_input, { actor }) => viewServer(deps, actor));
  mount(app, saveSpeechServer, ({ body }, { actor }) => saveServer(deps, actor, body));
  mount(app, removeSpeechServer, (_input, { actor }) => removeServer(deps, actor));
  mount(
    app,
    testSpeechServer,
    ({ body }, { actor, reply }) =>
      testServer(deps, { actor, signal: replyDisconnectSignal(reply) }, body.server),
    perPerson(TESTS_A_MINUTE),
  );
}
