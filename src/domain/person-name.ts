/** A person's display name: the name, or the e-mail address if there is none. */
export function personName({
  firstName,
  lastName,
  email,
}: {
  firstName: string | null;
  lastName: string | null;
  email: string;
}): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}
