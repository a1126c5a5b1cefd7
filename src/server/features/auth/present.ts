import type { CurrentUser } from '#contract/auth.ts';
import { UserId } from '#contract/ids.ts';
import type { UserRow } from './queries.ts';

export function presentUser(row: UserRow): CurrentUser {
  const { email, firstName, lastName, profileImageUrl } = row;
  return { id: UserId.parse(row.id), email, firstName, lastName, profileImageUrl };
}
