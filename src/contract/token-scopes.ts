import { z } from 'zod';

/**
 * What an access token may do. 'read': look at everything. 'write': change and delete, and ask the AI. 'transcribe': bring recordings in
 * and have them transcribed. 'share': public links, invitations and members.
 */
export const TokenScope = z.enum(['read', 'write', 'transcribe', 'share']);
export type TokenScope = z.infer<typeof TokenScope>;

/** What an assistant that signs in can be allowed: none of its tools shares anything. */
export const AssistantScope = TokenScope.exclude(['share']);
export type AssistantScope = z.infer<typeof AssistantScope>;

/** What a call needs of an access token: a scope, or 'none' if no token may make it. */
export type TokenNeed = TokenScope | 'none';
