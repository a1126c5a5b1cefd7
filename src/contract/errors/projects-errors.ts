import { MAX_INVITATIONS, MAX_MEMBERS, MAX_PROJECTS } from '../limits.ts';
import type { ErrorTable } from './error-table.ts';

/** Errors of projects, their members and their invitations. */
export const PROJECTS_ERRORS = {
  forbidden: {
    status: 403,
    message: 'Your role in this project does not allow this. Ask its owner to change your role.',
  },
  only_owner: { status: 403, message: 'Only the owner of this transcript can do this.' },
  project_not_found: { status: 404, message: 'Project not found.' },
  too_many_projects: {
    status: 409,
    message: `You can have at most ${MAX_PROJECTS} projects. Delete one of them first.`,
  },
  member_not_found: { status: 404, message: 'This person is not a member of the project.' },
  owner_fixed: {
    status: 409,
    message: 'The owner of a project cannot be removed or given another role.',
  },
  too_many_members: { status: 409, message: `A project can have at most ${MAX_MEMBERS} members.` },
  too_many_invitations: {
    status: 409,
    message: `There are already ${MAX_INVITATIONS} open invitations. Cancel one of them first.`,
  },
  invitation_not_found: {
    status: 404,
    message: 'This invitation link is invalid, expired, or has already been used.',
  },
  invitation_expired: {
    status: 410,
    message: 'This invitation has expired. Please ask the project owner for a new invitation.',
  },
  project_answer_pending: {
    status: 409,
    message: 'A question about this project is already being answered. Wait for the answer or stop it.',
  },
  library_answer_pending: {
    status: 409,
    message: 'A question about your library is already being answered. Wait for the answer or stop it.',
  },
  library_empty: {
    status: 409,
    message: 'There is nothing to ask about yet. Transcribe a recording first.',
  },
  project_empty: {
    status: 409,
    message: 'There is nothing in this project to ask about yet. Add transcripts or articles first.',
  },
} as const satisfies ErrorTable;
