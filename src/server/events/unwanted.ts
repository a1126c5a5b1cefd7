import type { EventBus } from './bus.ts';

/**
 * Aborts with `reason` when what is being written about a transcript is no longer wanted, on whichever node that was decided.
 * Call `end` when it is written.
 */
export function whenUnwanted(
  events: Pick<EventBus, 'subscribe'>,
  { transcriptId, isVisitors, reason }: { transcriptId: number; isVisitors: boolean; reason: Error },
): { signal: AbortSignal; end: () => void } {
  const ended = new AbortController();
  const end = events.subscribe((message) => {
    if (message.kind !== 'unwanted' || message.transcriptId !== transcriptId) return;
    if (message.of === 'all' || isVisitors) ended.abort(reason);
  });
  return { signal: ended.signal, end };
}
