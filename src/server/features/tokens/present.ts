import { ProjectId, TokenId } from '#contract/ids.ts';
import type { AccessToken } from '#contract/tokens.ts';
import type { TokenView } from './queries.ts';

export function presentToken(row: TokenView): AccessToken {
  const { id, name, ending, scopes, projectId, projectName, createdAt, expiresAt, hasExpired } = row;
  const { lastUsedAt, lastAddress, lastProgram } = row;
  return {
    id: TokenId.parse(id),
    name,
    ending,
    scopes,
    project: projectId === null ? null : { id: ProjectId.parse(projectId), name: projectName ?? '' },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    hasExpired,
    lastUse: lastUsedAt && {
      at: lastUsedAt.toISOString(),
      address: lastAddress ?? '',
      program: lastProgram ?? '',
    },
  };
}
