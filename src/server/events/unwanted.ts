import type { BusMessage, EventBus } from './bus.ts';

type Bus = Pick<EventBus, 'subscribe'>;

/** Work that somebody may end from anywhere. */
interface EndableWork {
  /** Whether a message says that the work is no longer wanted. */
  isEnd: (message: BusMessage) => boolean;
  /** Whether it is still wanted by what is stored; asked now and after a gap, when a message may have been missed. */
  isWanted: () => Promise<boolean>;
  reason: Error;
}

export interface WhileWanted {
  /** Aborts with the work's reason. */
  signal: AbortSignal;
  /** Stops listening; to be called when the work is over. */
  end: () => void;
}

/** Follows whether work is wanted until `end` is called, on whichever node somebody decides that it is not. */
export function whileWanted(events: Bus, { isEnd, isWanted, reason }: EndableWork): WhileWanted {
  const ended = new AbortController();
  const look = async () => {
    // If the database cannot tell, it cannot take the work's result either.
    if (!(await isWanted().catch(() => true))) ended.abort(reason);
  };
  const end = events.subscribe((message) => {
    if (message.kind === 'gap') void look();
    else if (isEnd(message)) ended.abort(reason);
  });
  // What happened before we subscribed.
  void look();
  return { signal: ended.signal, end };
}

/** The message that ends a run of a job or an answer. */
export function endsRun(id: string): (message: BusMessage) => boolean {
  return (message) => message.kind === 'stop-job' && message.jobId === id;
}

/** The message that ends what is made of a transcript: with it, and what is written for visitors also with their link. */
export function endsWithTranscript(
  transcriptId: number,
  { isVisitors = false }: { isVisitors?: boolean } = {},
): (message: BusMessage) => boolean {
  return (message) =>
    message.kind === 'unwanted' &&
    message.transcriptId === transcriptId &&
    (message.of === 'all' || isVisitors);
}
