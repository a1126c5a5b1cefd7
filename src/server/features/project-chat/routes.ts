import type { FastifyInstance } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import {
  askProject,
  clearProjectConversation,
  getProjectConversation,
  getProjectSuggestions,
  stopProjectAnswer,
} from '#contract/project-chat.ts';
import { answerWriter } from '../../http/answer-stream.ts';
import { callerOf, payingFor } from '../../http/caller.ts';
import { mount } from '../../http/mount.ts';
import { perPerson } from '../../http/rate-limit.ts';
import type { ConversationDeps } from '../conversations/service.ts';
import { requireEditableProject, requireReadableProject } from '../members/access.ts';
import {
  beginProjectAnswer,
  clearConversationAboutProject,
  stopAnswerAboutProject,
  suggest,
  viewProjectConversation,
} from './service.ts';

const QUESTIONS_A_MINUTE = 30;

export function projectChatRoutes(app: FastifyInstance, deps: ConversationDeps): void {
  const answer = answerWriter(app);

  mount(app, getProjectConversation, async ({ params }, call) => {
    const project = await requireReadableProject(deps, call.actor, params.id);
    return deps.work.run(callerOf(call), () => viewProjectConversation(deps, call.actor, project));
  });

  mount(app, clearProjectConversation, async ({ params }, { actor }) => {
    await clearConversationAboutProject(deps, await requireEditableProject(deps, actor, params.id));
    return SUCCESS;
  });

  mount(app, getProjectSuggestions, async ({ params }, call) => {
    const project = await requireReadableProject(deps, call.actor, params.id);
    return suggest(deps, { actor: call.actor, caller: callerOf(call) }, project);
  });

  mount(
    app,
    askProject,
    async ({ params, body }, { actor, request, reply }) => {
      const project = await requireEditableProject(deps, actor, params.id);
      // A user who leaves finds the answer in the conversation later.
      const asker = { actor, caller: payingFor(request) };
      return answer(await beginProjectAnswer(deps, { ...asker, project }, body.question), { request, reply });
    },
    perPerson(QUESTIONS_A_MINUTE),
  );

  mount(app, stopProjectAnswer, async ({ params }, { actor }) => {
    await stopAnswerAboutProject(deps, await requireEditableProject(deps, actor, params.id));
    return SUCCESS;
  });
}
