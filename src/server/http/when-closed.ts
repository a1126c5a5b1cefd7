import type { IncomingMessage, ServerResponse } from 'node:http';

/** Calls back when a request or its response closes; at once if it has closed already, which is announced only once. */
export function whenClosed(
  raw: Pick<IncomingMessage | ServerResponse, 'closed' | 'once'>,
  onClosed: () => void,
): void {
  if (raw.closed) onClosed();
  else raw.once('close', onClosed);
}
