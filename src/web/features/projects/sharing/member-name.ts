import type { Collaborator } from '#contract/projects.ts';

/** A member's full name ('Grace Hopper'), or the email address of a member without a name. */
export function nameOf({
  firstName,
  lastName,
  email,
}: Pick<Collaborator, 'firstName' | 'lastName' | 'email'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}
