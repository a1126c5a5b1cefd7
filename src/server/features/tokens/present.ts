import { ProjectId, TokenId } from '#contract/ids.ts';
import type { AccessToken } from '#contract/tokens.ts';
import { presentLastUse } from '../../auth/last-use.ts';
import type { TokenView } from './queries.ts';

export function presentToken(row: TokenView): AccessToken {
  const { id, name, ending, scopes, projectId, projectName, createdAt, expiresAt, hasExpired } = row;
  return {
    id: TokenId.parse(id),
    name,
    ending,
    scopes,
    project: projectId === null ? null : { id: ProjectId.parse(projectId), name: projectName ?? '' },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    hasExpired,
    lastUse: presentLastUse(row),
  };
}
