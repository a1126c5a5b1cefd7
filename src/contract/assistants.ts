import { z } from 'zod';
import { Success } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { AssistantId, UserId } from './ids.ts';
import { CONSENT_PATH } from './mcp.ts';
import { AssistantScope } from './token-scopes.ts';
import { LastUse } from './tokens.ts';

/** An assistant that a person has let in by signing in. */
export const Assistant = z.object({
  id: AssistantId,
  /** What it calls itself. */
  name: z.string(),
  /** Where it comes from, as far as that is known for certain. */
  host: z.string().nullable(),
  scopes: z.array(AssistantScope),
  createdAt: z.iso.datetime(),
  /** Null if it was never used. */
  lastUse: LastUse.nullable(),
});
export type Assistant = z.infer<typeof Assistant>;

export const listAssistants = endpoint({
  method: 'GET',
  path: '/api/user/assistants',
  summary: 'The assistants that the person has let in by signing in, newest first.',
  caller: 'signed-in',
  scope: 'none',
  response: z.object({
    /** Where assistants connect; null if they cannot sign in here. */
    address: z.string().nullable(),
    assistants: z.array(Assistant),
  }),
});

export const disconnectAssistant = endpoint({
  method: 'DELETE',
  path: '/api/user/assistants/:id',
  summary: 'Disconnect an assistant at once; to come back, it has to be let in again.',
  caller: 'signed-in',
  scope: 'none',
  params: z.object({ id: AssistantId }),
  response: Success,
});

/** The name of an authorization that is going on, which the browser has a cookie for, too. */
const ByUid = z.object({ uid: z.string().max(100) });

/** What an assistant asks for. */
export const Consent = z.object({
  /** What it calls itself; it may call itself anything. */
  name: z.string(),
  /** Where it comes from, as far as that is known for certain. */
  host: z.string().nullable(),
  /** Where the browser goes afterwards. */
  returnsTo: z.string(),
  scopes: z.array(AssistantScope),
});
export type Consent = z.infer<typeof Consent>;

export const getConsent = endpoint({
  method: 'GET',
  path: `${CONSENT_PATH}/:uid/details`,
  summary: 'What an assistant that wants to be let in asks for; only in the browser in which that began.',
  caller: 'signed-in',
  scope: 'none',
  params: ByUid,
  response: Consent,
});

export const decideConsent = endpoint({
  method: 'POST',
  path: `${CONSENT_PATH}/:uid/decision`,
  summary: 'Let an assistant in with these scopes, or not (none). Answers where the browser goes next.',
  caller: 'signed-in',
  scope: 'none',
  params: ByUid,
  body: z.object({
    scopes: z.array(AssistantScope).max(AssistantScope.options.length),
    /** Who decides: refused if somebody else has signed in meanwhile. */
    userId: UserId,
  }),
  response: z.object({ goTo: z.string() }),
});
