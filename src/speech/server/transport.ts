import type { SentSound } from '../wav.ts';

/** A call to a speech server. */
export interface ServerCall {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: SentSound;
  /** The most that is read of the answer. */
  maxBytes: number;
  /** The longest that nothing may happen: no byte is taken, and none comes. */
  idleMs: number;
  /** The time limit for everything. */
  totalMs: number;
  signal: AbortSignal;
}

/** An answer with any status, read to its end. */
export interface ServerAnswer {
  status: number;
  headers: { get(name: string): string | null };
  text: string;
}

/**
 * Sends a call to an address and follows no redirect, because the key must not. Whoever creates the engine decides which addresses
 * may be reached. Rejects with SpeechError ('unreachable', 'address_refused', 'bad_answer') or with the signal's reason.
 */
export type SendCall = (address: string, call: ServerCall) => Promise<ServerAnswer>;
