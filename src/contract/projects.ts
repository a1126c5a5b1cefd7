import { z } from 'zod';
import { Success } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { InvitationId, InvitationToken, MemberId, ProjectId, TranscriptId, UserId } from './ids.ts';
import {
  DEFAULT_PROJECT_COLOR,
  MAX_ASSIGNED,
  MAX_DESCRIPTION_LENGTH,
  MAX_PROJECT_NAME_LENGTH,
} from './limits.ts';
import { TranscriptListItem } from './transcripts.ts';

/** 'owner': also settings, deleting and sharing. 'editor': also adds and removes content, and asks. 'viewer': reads. */
export const ProjectRole = z.enum(['owner', 'editor', 'viewer']);
export type ProjectRole = z.infer<typeof ProjectRole>;

/** The roles that can be given. */
export const InvitedRole = z.enum(['editor', 'viewer']);
export type InvitedRole = z.infer<typeof InvitedRole>;

/** '#rrggbb'. */
export const ProjectColor = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'The color must look like #3b82f6.');

export const Project = z.object({
  id: ProjectId,
  name: z.string(),
  description: z.string().nullable(),
  color: z.string(),
  transcriptCount: z.int(),
  articleCount: z.int(),
  /** Owner included. */
  memberCount: z.int(),
  createdAt: z.iso.datetime(),
  /** The caller's own role. */
  role: ProjectRole,
  /** What the caller may do, so that nothing is offered that would be refused. */
  abilities: z.object({
    /** Assign and remove transcripts, add and delete articles, ask. */
    edit: z.boolean(),
    /** Settings, deleting, members and invitations. */
    manage: z.boolean(),
    /** Highlight and comment in its transcripts. */
    comment: z.boolean(),
  }),
});
export type Project = z.infer<typeof Project>;

const ProjectName = z
  .string()
  .trim()
  .min(1, 'Project name is required')
  .max(MAX_PROJECT_NAME_LENGTH, `The name can have at most ${MAX_PROJECT_NAME_LENGTH} characters.`);

const Description = z
  .string()
  .trim()
  .max(
    MAX_DESCRIPTION_LENGTH,
    `The description can have at most ${MAX_DESCRIPTION_LENGTH.toLocaleString('en')} characters.`,
  )
  .transform((text) => text || null)
  .nullable();

const ById = z.object({ id: ProjectId });

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/projects',
  summary: 'The projects that the person is a member of, newest first.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  response: z.array(Project),
});

/** What a new project is made of. */
export const ProjectInput = z.object({
  name: ProjectName,
  description: Description.optional(),
  color: ProjectColor.default(DEFAULT_PROJECT_COLOR),
});

export const createProject = endpoint({
  method: 'POST',
  path: '/api/projects',
  summary: 'Create a project; the person becomes its owner.',
  caller: 'signed-in',
  scope: 'write',
  status: 201,
  body: ProjectInput,
  response: Project,
});

export const getProject = endpoint({
  method: 'GET',
  path: '/api/projects/:id',
  summary: 'One project.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: Project,
});

export const updateProject = endpoint({
  method: 'PATCH',
  path: '/api/projects/:id',
  summary: 'Change the given fields of a project.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  body: z.object({
    name: ProjectName.optional(),
    description: Description.optional(),
    color: ProjectColor.optional(),
  }),
  response: Project,
});

export const replaceProject = endpoint({ ...updateProject, method: 'PUT' });

export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id',
  summary:
    'Delete a project with its articles, its conversation and its invitations; its transcripts stay with their owners.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  response: Success,
});

/** A transcript as a project shows it. */
export const ProjectTranscript = TranscriptListItem.extend({
  /** The owner's name, or e-mail address if there is no name. */
  ownerName: z.string(),
  isOwn: z.boolean(),
});
export type ProjectTranscript = z.infer<typeof ProjectTranscript>;

export const listProjectTranscripts = endpoint({
  method: 'GET',
  path: '/api/projects/:id/transcripts',
  summary: 'The transcripts of a project, newest first.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: z.array(ProjectTranscript),
});

export const assignTranscripts = endpoint({
  method: 'POST',
  path: '/api/projects/assign',
  summary:
    'Move the person’s own transcripts into a project they own or edit, or out of all projects (null). All of them or none.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  body: z.object({
    transcriptIds: z
      .array(TranscriptId)
      .min(1, 'Please select at least one transcript.')
      .max(MAX_ASSIGNED, `At most ${MAX_ASSIGNED.toLocaleString('en')} transcripts can be assigned at once.`),
    projectId: ProjectId.nullable(),
  }),
  response: Success,
});

export const removeProjectTranscript = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id/transcripts/:transcriptId',
  summary: 'Take a transcript out of a project; it stays in its owner’s library.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById.extend({ transcriptId: TranscriptId }),
  response: Success,
});

export const Collaborator = z.object({
  /** The person's. */
  id: UserId,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  role: ProjectRole,
  addedAt: z.iso.datetime(),
});
export type Collaborator = z.infer<typeof Collaborator>;

export const listCollaborators = endpoint({
  method: 'GET',
  path: '/api/projects/:id/collaborators',
  summary: 'The members of a project: the owner, then the others in the order they joined.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: z.array(Collaborator),
});

const ByMember = ById.extend({ userId: MemberId });

export const updateCollaborator = endpoint({
  method: 'PUT',
  path: '/api/projects/:id/collaborators/:userId',
  summary: 'Give a member another role; only for the owner.',
  caller: 'signed-in',
  scope: 'share',
  withinProject: true,
  params: ByMember,
  body: z.object({ role: InvitedRole }),
  response: Collaborator,
});

export const removeCollaborator = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id/collaborators/:userId',
  summary:
    'Remove a member (only for the owner) or oneself. The member’s transcripts are removed from the project and stay the member’s own.',
  caller: 'signed-in',
  scope: 'share',
  withinProject: true,
  params: ByMember,
  response: Success,
});

export const Invitation = z.object({
  id: InvitationId,
  token: InvitationToken,
  /** Absolute, '.../join/{token}'. */
  inviteLink: z.string(),
  role: InvitedRole,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof Invitation>;

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/projects/:id/invitations',
  summary: 'Links that are unused and still valid, newest first; only for the owner.',
  caller: 'signed-in',
  scope: 'share',
  withinProject: true,
  params: ById,
  response: z.array(Invitation),
});

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/projects/:id/generate-invite-link',
  summary: 'Create a link that lets one person join with a role within seven days; only for the owner.',
  caller: 'signed-in',
  scope: 'share',
  withinProject: true,
  status: 201,
  params: ById,
  body: z.object({ role: InvitedRole }),
  response: Invitation,
});

export const cancelInvitation = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id/invitations/:invitationId',
  summary: 'Cancel an unused invitation; only for the owner.',
  caller: 'signed-in',
  scope: 'share',
  withinProject: true,
  params: ById.extend({ invitationId: InvitationId }),
  response: Success,
});

/** What an invitation shows to anyone holding its link. */
export const InvitationOffer = z.object({
  projectName: z.string(),
  /** The name of the person who created the link, or their e-mail address. */
  invitedByName: z.string(),
  role: InvitedRole,
  /** If this is in the past, the link can no longer be accepted. */
  expiresAt: z.iso.datetime(),
});
export type InvitationOffer = z.infer<typeof InvitationOffer>;

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/:token',
  summary:
    'What an invitation offers, for anyone with its link, signed in or not; also if it has expired. 404 if it is used, cancelled or unknown.',
  caller: 'anyone',
  params: z.object({ token: InvitationToken }),
  response: InvitationOffer,
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/accept',
  summary:
    'Join the project with the invited role, which uses up the link. For an existing member nothing changes, and the link stays valid.',
  caller: 'signed-in',
  scope: 'share',
  body: z.object({ token: InvitationToken }),
  response: z.object({ projectId: ProjectId }),
});
