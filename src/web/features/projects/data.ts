import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import type { InvitationId, InvitationToken, ProjectId, TranscriptId, UserId } from '#contract/ids.ts';
import { ASSIGN_LIST_SIZE } from '#contract/limits.ts';
import {
  acceptInvitation,
  assignTranscripts,
  cancelInvitation,
  createInvitation,
  createProject,
  deleteProject,
  getInvitation,
  getProject,
  type InvitedRole,
  listCollaborators,
  listInvitations,
  listProjectTranscripts,
  removeCollaborator,
  removeProjectTranscript,
  updateCollaborator,
  updateProject,
} from '#contract/projects.ts';
import { listTranscripts } from '#contract/transcripts.ts';
import { call } from '#web/lib/api.ts';
import { PROJECTS_KEY, projectKey } from '#web/lib/project-keys.ts';
import { projectsQuery } from '#web/lib/projects-query.ts';
import { TRANSCRIPTS_KEY } from '#web/lib/transcript-keys.ts';

export const projectQuery = (id: ProjectId) =>
  queryOptions({
    queryKey: [...projectKey(id), 'project'],
    queryFn: ({ signal }) => call(getProject, { params: { id }, signal }),
  });

/** The last element of the query keys of lists of transcripts. */
export const TRANSCRIPTS_OF_PROJECT = 'transcripts';

export const projectTranscriptsQuery = (id: ProjectId) =>
  queryOptions({
    queryKey: [...projectKey(id), TRANSCRIPTS_OF_PROJECT],
    queryFn: ({ signal }) => call(listProjectTranscripts, { params: { id }, signal }),
  });

/** The user's own transcripts, newest first, as many as the assign dialog lists. */
export const assignableQuery = queryOptions({
  queryKey: [...PROJECTS_KEY, 'assignable', TRANSCRIPTS_OF_PROJECT],
  queryFn: async ({ signal }) => {
    const answer = await call(listTranscripts, { query: { limit: ASSIGN_LIST_SIZE }, signal });
    return Array.isArray(answer) ? answer : answer.transcripts;
  },
  // A dialog shows this only now and then, so the cached list may be old.
  staleTime: 0,
});

export const collaboratorsQuery = (id: ProjectId) =>
  queryOptions({
    queryKey: [...projectKey(id), 'collaborators'],
    queryFn: ({ signal }) => call(listCollaborators, { params: { id }, signal }),
  });

/** The invitation links that nobody has used yet; only for the owner. */
export const invitationsQuery = (id: ProjectId) =>
  queryOptions({
    queryKey: [...projectKey(id), 'invitations'],
    queryFn: ({ signal }) => call(listInvitations, { params: { id }, signal }),
  });

export const createMutation = mutationOptions({
  mutationFn: (body: InputOf<typeof createProject>['body']) => call(createProject, { body }),
  meta: { invalidates: [projectsQuery.queryKey] },
});

export const updateMutation = mutationOptions({
  mutationFn: ({ id, ...body }: { id: ProjectId } & InputOf<typeof updateProject>['body']) =>
    call(updateProject, { params: { id }, body }),
  meta: { invalidates: [PROJECTS_KEY, TRANSCRIPTS_KEY] },
});

const LEAVE_KEY = ['projects', 'leave'] as const;

/** Does not refetch the deleted project, which would only answer 404. */
export const deleteProjectMutation = mutationOptions({
  mutationKey: LEAVE_KEY,
  mutationFn: (id: ProjectId) => call(deleteProject, { params: { id } }),
  meta: { invalidates: [projectsQuery.queryKey, TRANSCRIPTS_KEY] },
});

/** Does not refetch the project, which would only answer 404. */
export const leaveMutation = mutationOptions({
  mutationKey: LEAVE_KEY,
  mutationFn: (params: { id: ProjectId; userId: UserId }) => call(removeCollaborator, { params }),
  meta: { invalidates: [projectsQuery.queryKey, TRANSCRIPTS_KEY] },
});

/** The projects that this window is deleting or leaving. */
export function leavingProjects(queryClient: QueryClient): (ProjectId | undefined)[] {
  // The library does not know the type of the variables. Both mutations with this key carry the project's id.
  const idOf = (variables: unknown) =>
    typeof variables === 'object'
      ? (variables as { id?: ProjectId } | null)?.id
      : (variables as ProjectId | undefined);
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey: LEAVE_KEY, status: 'pending' })
    .map(({ state }) => idOf(state.variables));
}

/** `projectId: null` removes the transcripts from their projects. */
export const assignMutation = mutationOptions({
  mutationFn: (body: { transcriptIds: TranscriptId[]; projectId: ProjectId | null }) =>
    call(assignTranscripts, { body }),
  meta: { invalidates: [PROJECTS_KEY, TRANSCRIPTS_KEY] },
});

export const removeTranscriptMutation = mutationOptions({
  mutationFn: (params: { id: ProjectId; transcriptId: TranscriptId }) =>
    call(removeProjectTranscript, { params }),
  meta: { invalidates: [PROJECTS_KEY, TRANSCRIPTS_KEY] },
});

export const changeRoleMutation = mutationOptions({
  mutationFn: ({ role, ...params }: { id: ProjectId; userId: UserId; role: InvitedRole }) =>
    call(updateCollaborator, { params, body: { role } }),
  meta: { invalidates: [PROJECTS_KEY] },
});

export const removeMemberMutation = mutationOptions({
  mutationFn: (params: { id: ProjectId; userId: UserId }) => call(removeCollaborator, { params }),
  meta: { invalidates: [PROJECTS_KEY, TRANSCRIPTS_KEY] },
});

export const inviteMutation = mutationOptions({
  mutationFn: ({ id, role }: { id: ProjectId; role: InvitedRole }) =>
    call(createInvitation, { params: { id }, body: { role } }),
  meta: { invalidates: [PROJECTS_KEY] },
});

export const cancelInvitationMutation = mutationOptions({
  mutationFn: (params: { id: ProjectId; invitationId: InvitationId }) => call(cancelInvitation, { params }),
  meta: { invalidates: [PROJECTS_KEY] },
});

/** The invitation behind a link. Any error means that the link is not valid. */
export const invitationQuery = (token: InvitationToken) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(getInvitation, { params: { token }, signal }),
    staleTime: 0,
  });

export const acceptMutation = mutationOptions({
  mutationFn: (token: InvitationToken) => call(acceptInvitation, { body: { token } }),
  meta: { invalidates: [PROJECTS_KEY] },
});
