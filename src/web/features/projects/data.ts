import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import type { InvitationId, ProjectId, TranscriptId, UserId } from '#contract/ids.ts';
import {
  assignTranscripts,
  cancelInvitation,
  createInvitation,
  createProject,
  deleteProject,
  getProject,
  type InvitedRole,
  listCollaborators,
  listInvitations,
  listProjects,
  listProjectTranscripts,
  removeCollaborator,
  removeProjectTranscript,
  updateCollaborator,
  updateProject,
} from '#contract/projects.ts';
import { call } from '#web/lib/api.ts';
import { PROJECTS_KEY, projectKey } from '#web/lib/project-keys.ts';

/** What shows to which project a transcript belongs. */
const TRANSCRIPTS_KEY = ['transcripts'] as const;

/** The projects in which the person is a member, newest first. */
export const projectsQuery = queryOptions({
  queryKey: [...PROJECTS_KEY, 'list'],
  queryFn: ({ signal }) => call(listProjects, { signal }),
});

export const projectQuery = (id: ProjectId) =>
  queryOptions({
    queryKey: [...projectKey(id), 'project'],
    queryFn: ({ signal }) => call(getProject, { params: { id }, signal }),
  });

/** The last part of the keys of lists of transcripts. */
export const TRANSCRIPTS_OF_PROJECT = 'transcripts';

export const projectTranscriptsQuery = (id: ProjectId) =>
  queryOptions({
    queryKey: [...projectKey(id), TRANSCRIPTS_OF_PROJECT],
    queryFn: ({ signal }) => call(listProjectTranscripts, { params: { id }, signal }),
  });

export const collaboratorsQuery = (id: ProjectId) =>
  queryOptions({
    queryKey: [...projectKey(id), 'collaborators'],
    queryFn: ({ signal }) => call(listCollaborators, { params: { id }, signal }),
  });

/** Links that nobody has used yet; for the owner. */
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

/** The deleted one itself is not asked for again: it would only answer that it is gone. */
export const deleteMutation = mutationOptions({
  mutationFn: (id: ProjectId) => call(deleteProject, { params: { id } }),
  meta: { invalidates: [projectsQuery.queryKey, TRANSCRIPTS_KEY] },
});

/** Null: out of all projects. */
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
