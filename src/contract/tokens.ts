import { z } from 'zod';
import { Success } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { ProjectId, TokenId } from './ids.ts';
import { DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS, MAX_TOKEN_NAME_LENGTH } from './limits.ts';
import { TokenScope } from './token-scopes.ts';

/** When something was last used, noted at most once a minute. */
export const LastUse = z.object({
  at: z.iso.datetime(),
  address: z.string(),
  /** What the program calls itself (User-Agent); empty if it says nothing. */
  program: z.string(),
});
export type LastUse = z.infer<typeof LastUse>;

/** A personal access token, as its owner sees it; the token itself is shown only once, when it is created. */
export const AccessToken = z.object({
  id: TokenId,
  name: z.string(),
  /** To recognize the token by: its last four characters. */
  ending: z.string(),
  scopes: z.array(TokenScope),
  /** The only project that it reaches; null: everything that the person may see. */
  project: z.object({ id: ProjectId, name: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  hasExpired: z.boolean(),
  /** Null if it was never used. */
  lastUse: LastUse.nullable(),
});
export type AccessToken = z.infer<typeof AccessToken>;

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/user/tokens',
  summary: "The person's access tokens, newest first, without those that were revoked.",
  caller: 'signed-in',
  scope: 'none',
  response: z.array(AccessToken),
});

export const NewToken = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please name the token, for example after the program that will use it.')
    .max(MAX_TOKEN_NAME_LENGTH, `The name can have at most ${MAX_TOKEN_NAME_LENGTH} characters.`),
  scopes: z
    .array(TokenScope)
    .min(1, 'Please choose at least one thing that the token may do.')
    .max(20)
    // Each once, in the order of the table.
    .transform((scopes) => TokenScope.options.filter((scope) => scopes.includes(scope))),
  expiresInDays: z
    .int()
    .min(1, 'A token is valid for at least one day.')
    .max(MAX_TOKEN_DAYS, `A token is valid for at most ${MAX_TOKEN_DAYS} days.`)
    .default(DEFAULT_TOKEN_DAYS),
  /** Absent or null: everything that the person may see. */
  projectId: ProjectId.nullable().default(null),
});
export type NewToken = z.output<typeof NewToken>;

export const CreatedToken = AccessToken.extend({ token: z.string() });
export type CreatedToken = z.infer<typeof CreatedToken>;

export const createToken = endpoint({
  method: 'POST',
  path: '/api/user/tokens',
  summary: 'Create an access token for a program. Only this answer has the token itself in it.',
  caller: 'signed-in',
  scope: 'none',
  status: 201,
  body: NewToken,
  response: CreatedToken,
});

export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/api/user/tokens/:id',
  summary: 'Revoke an access token at once; streams that it opened end.',
  caller: 'signed-in',
  scope: 'none',
  params: z.object({ id: TokenId }),
  response: Success,
});
