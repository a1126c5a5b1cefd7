import type { FastifyInstance } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import {
  askLibrary,
  askProject,
  clearLibraryConversation,
  clearProjectConversation,
  getLibraryConversation,
  getLibrarySuggestions,
  getProjectConversation,
  getProjectSuggestions,
  stopLibraryAnswer,
  stopProjectAnswer,
} from '#contract/collection-chat.ts';
import { answerWriter } from '../../http/answer-stream.ts';
import { callerOf, payingFor } from '../../http/caller.ts';
import { mount } from '../../http/mount.ts';
import { perPerson } from '../../http/rate-limit.ts';
import { abortAnswer, type ConversationDeps, eraseConversation } from '../conversations/service.ts';
import { requireEditableProject, requireReadableProject } from '../members/access.ts';
import { beginCollectionAnswer, suggest, viewConversation, viewLibraryConversation } from './service.ts';
import { askableProject, topicOfLibrary, topicOfProject } from './topics.ts';

const QUESTIONS_A_MINUTE = 30;

/** The conversations about projects, and about everything that a person may ask about. Who leaves finds an answer there later. */
export function collectionChatRoutes(app: FastifyInstance, deps: ConversationDeps): void {
  const answer = answerWriter(app);

  mount(app, getProjectConversation, async ({ params }, call) => {
    const topic = topicOfProject(deps, await requireReadableProject(deps, call.actor, params.id));
    return deps.work.run(callerOf(call), () => viewConversation(deps, call.actor, topic));
  });

  mount(app, getLibraryConversation, async (_input, call) =>
    deps.work.run(callerOf(call), () => viewLibraryConversation(deps, call.actor)),
  );

  mount(app, clearProjectConversation, async ({ params }, { actor }) => {
    await eraseConversation(deps, topicOfProject(deps, await requireEditableProject(deps, actor, params.id)));
    return SUCCESS;
  });

  mount(app, clearLibraryConversation, async (_input, { actor }) => {
    await eraseConversation(deps, topicOfLibrary(deps, actor));
    return SUCCESS;
  });

  mount(app, getProjectSuggestions, async ({ params }, call) => {
    const topic = topicOfProject(deps, await requireReadableProject(deps, call.actor, params.id));
    return suggest(deps, { actor: call.actor, caller: callerOf(call) }, topic);
  });

  mount(app, getLibrarySuggestions, async (_input, call) =>
    suggest(deps, { actor: call.actor, caller: callerOf(call) }, topicOfLibrary(deps, call.actor)),
  );

  mount(
    app,
    askProject,
    async ({ params, body }, { actor, request, reply }) => {
      const topic = askableProject(deps, actor, await requireEditableProject(deps, actor, params.id));
      const asker = { actor, caller: payingFor(request), topic };
      return answer(await beginCollectionAnswer(deps, asker, body.question), { request, reply });
    },
    perPerson(QUESTIONS_A_MINUTE),
  );

  mount(
    app,
    askLibrary,
    async ({ body }, { actor, request, reply }) => {
      const asker = { actor, caller: payingFor(request), topic: topicOfLibrary(deps, actor) };
      return answer(await beginCollectionAnswer(deps, asker, body.question), { request, reply });
    },
    perPerson(QUESTIONS_A_MINUTE),
  );

  mount(app, stopProjectAnswer, async ({ params }, { actor }) => {
    await abortAnswer(deps, topicOfProject(deps, await requireEditableProject(deps, actor, params.id)));
    return SUCCESS;
  });

  mount(app, stopLibraryAnswer, async (_input, { actor }) => {
    await abortAnswer(deps, topicOfLibrary(deps, actor));
    return SUCCESS;
  });
}
