import type { Collaborator } from '#contract/projects.ts';

/** 'Grace Hopper', or the e-mail of who gave no name. */
export function nameOf({
  firstName,
  lastName,
  email,
}: Pick<Collaborator, 'firstName' | 'lastName' | 'email'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}
