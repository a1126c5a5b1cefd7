import type { TranscriptId } from '#contract/ids.ts';

/** Where a window is: the transcript that it shows, and the passage in which its user writes. */
export interface Place {
  transcriptId: TranscriptId;
  segmentId: number | null;
}

interface ReporterOptions {
  say: (place: Place) => Promise<unknown>;
  leave: (transcriptId: TranscriptId) => Promise<unknown>;
  /** Whether the server would refuse the same thing again. */
  isFinal: (error: unknown) => boolean;
  after: (ms: number, run: () => void) => void;
}

/** People may move from passage to passage faster than that: then only the last one is said. */
const PAUSE_MS = 500;
const RETRY_MS = 5000;

/** Tells the server where this window is, one thing after the other, and only when that has changed. */
export function createReporter({ say, leave, isFinal, after }: ReporterOptions) {
  let wanted: Place | null = null;
  let told: Place | null = null;
  let isBusy = false;

  async function report(): Promise<void> {
    if (isBusy || isSame(wanted, told)) return;
    isBusy = true;
    const [next, before] = [wanted, told];
    told = next;
    let pauseMs = PAUSE_MS;
    try {
      if (next) await say(next);
      else if (before) await leave(before.transcriptId);
    } catch (error) {
      // If the connection was lost meanwhile, the server has forgotten what it was told before.
      if (told === next && !isFinal(error)) {
        told = before;
        pauseMs = RETRY_MS;
      }
    }
    after(pauseMs, () => {
      isBusy = false;
      void report();
    });
  }

  return {
    say: (place: Place) => {
      wanted = place;
      void report();
    },
    /** The window no longer shows this transcript. */
    leave: (transcriptId: TranscriptId) => {
      if (wanted?.transcriptId !== transcriptId) return;
      wanted = null;
      void report();
    },
    /** The connection was lost, and with it, what the server knows of this window. */
    forget: () => {
      wanted = null;
      told = null;
    },
  };
}

function isSame(one: Place | null, other: Place | null): boolean {
  return one?.transcriptId === other?.transcriptId && one?.segmentId === other?.segmentId;
}
