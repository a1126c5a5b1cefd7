import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import {
  acceptInvitation,
  assignTranscripts as assignEndpoint,
  cancelInvitation,
  createProject as createEndpoint,
  createInvitation,
  deleteProject as deleteEndpoint,
  getInvitation,
  getProject,
  listCollaborators,
  listProjects as listEndpoint,
  listInvitations,
  listProjectTranscripts,
  removeCollaborator,
  removeProjectTranscript,
  replaceProject,
  updateCollaborator,
  updateProject as updateEndpoint,
} from '#contract/projects.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { publicOrigin } from '../../http/origin.ts';
import { requireManagedProject, requireReadableProject } from '../members/access.ts';
import { listInProject } from '../transcripts/service.ts';
import { giveRole, removeMember, viewMembers } from './collaborators.ts';
import { accept, cancel, invite, viewInvitations, viewOffer } from './invitations.ts';
import {
  assignTranscripts,
  createProject,
  deleteProject,
  listProjects,
  removeTranscript,
  updateProject,
  viewProject,
} from './service.ts';

/** Links cannot be guessed (128 random bits); the limit keeps attempts cheap for us. */
const FOR_INVITED: RouteShorthandOptions = {
  config: { rateLimit: { max: 120, timeWindow: '1 minute' } },
};

type ProjectDeps = Pick<Deps, 'config' | 'db' | 'events' | 'jobs'>;

export function projectRoutes(app: FastifyInstance, deps: ProjectDeps): void {
  mount(app, listEndpoint, (_input, { actor }) => listProjects(deps, actor));

  mount(app, createEndpoint, ({ body }, { actor }) => createProject(deps, actor, body));

  mount(app, getProject, ({ params }, { actor }) => viewProject(deps, actor, params.id));

  // One handler for both verbs: either changes only the fields that are given.
  for (const endpoint of [updateEndpoint, replaceProject]) {
    mount(app, endpoint, ({ params, body }, { actor }) =>
      updateProject(deps, { actor, id: params.id }, body),
    );
  }

  mount(app, deleteEndpoint, async ({ params }, { actor }) => {
    await deleteProject(deps, actor, params.id);
    return SUCCESS;
  });

  mount(app, listProjectTranscripts, async ({ params }, { actor }) =>
    listInProject(deps, actor, await requireReadableProject(deps, actor, params.id)),
  );

  mount(app, assignEndpoint, async ({ body }, { actor }) => {
    await assignTranscripts(deps, actor, body);
    return SUCCESS;
  });

  mount(app, removeProjectTranscript, async ({ params }, { actor }) => {
    await removeTranscript(deps, actor, params);
    return SUCCESS;
  });

  memberRoutes(app, deps);
  invitationRoutes(app, deps);
}

function memberRoutes(app: FastifyInstance, deps: ProjectDeps): void {
  mount(app, listCollaborators, async ({ params }, { actor }) =>
    viewMembers(deps, await requireReadableProject(deps, actor, params.id)),
  );

  mount(app, updateCollaborator, ({ params, body }, { actor }) =>
    giveRole(deps, actor, { ...params, role: body.role }),
  );

  mount(app, removeCollaborator, async ({ params }, { actor }) => {
    await removeMember(deps, actor, params);
    return SUCCESS;
  });
}

function invitationRoutes(app: FastifyInstance, deps: ProjectDeps): void {
  const originOf = (request: FastifyRequest) => publicOrigin(request, deps.config.publicUrl);

  mount(app, listInvitations, async ({ params }, { actor, request }) =>
    viewInvitations(deps, await requireManagedProject(deps, actor, params.id), originOf(request)),
  );

  mount(app, createInvitation, ({ params, body }, { actor, request }) =>
    invite(deps, { actor, origin: originOf(request) }, { id: params.id, role: body.role }),
  );

  mount(app, cancelInvitation, async ({ params }, { actor }) => {
    await cancel(deps, actor, params);
    return SUCCESS;
  });

  mount(app, getInvitation, ({ params }) => viewOffer(deps, params.token), FOR_INVITED);

  mount(app, acceptInvitation, ({ body }, { actor }) => accept(deps, actor, body.token));
}
