import { LIVE_TEXT_PATH, LiveText } from '#contract/live-text.ts';
import { addLiveWords, type LiveLines, withoutOpen } from './live-lines.ts';

export interface LiveTextState {
  lines: LiveLines;
  /** Why no text is arriving at the moment. */
  note: string | null;
}

/** Live text of one recording. Failures here never affect the recording. */
export interface LiveTextSession {
  getState: () => LiveTextState;
  subscribe: (notify: () => void) => () => void;
  begin: () => void;
  push: (samples: Int16Array<ArrayBuffer>) => void;
  /** Waiting for the last words. */
  end: () => void;
  clear: () => void;
}

type Socket = Pick<WebSocket, 'readyState' | 'bufferedAmount' | 'send' | 'close' | 'addEventListener'>;

type Refusal = Extract<LiveText, { type: 'unavailable' }>;

const OPEN = 1;
/** Ten seconds to connect, plus five seconds of allowed lag: older audio is dropped. */
const MAX_WAITING = 40;
const MAX_BUFFERED_BYTES = 160_000;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;

export function createLiveTextSession(connect: () => Socket = connectToServer): LiveTextSession {
  let state: LiveTextState = { lines: [], note: null };
  let socket: Socket | null = null;
  let session = 0;
  /** The first connection of this recording; what earlier ones still send is not part of it. */
  let firstSession = 1;
  let waiting: Int16Array<ArrayBuffer>[] = [];
  let isOn = false;
  /** The server waits for sound before it resumes. */
  let isResting = false;
  let retryMs = FIRST_RETRY_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const watchers = new Set<() => void>();

  function update(change: Partial<LiveTextState>): void {
    state = { ...state, ...change };
    for (const notify of watchers) notify();
  }

  function open(): void {
    session += 1;
    const own = session;
    // Those of an earlier connection whose last words may still arrive.
    update({ lines: withoutOpen(state.lines) });
    let again: 'now' | Refusal['again'] = 'now';
    const fresh = connect();
    socket = fresh;
    fresh.addEventListener('open', () => {
      for (const samples of waiting) fresh.send(samples);
      waiting = [];
    });
    fresh.addEventListener('message', ({ data }: MessageEvent) => {
      const text = parse(data);
      if (!text || own < firstSession) return;
      if (own !== session) {
        if (text.type === 'text')
          update({ lines: addLiveWords(state.lines, { ...text, isFinal: true }, own) });
        return;
      }
      if (text.type === 'unavailable') {
        again = text.again;
        // Nobody is speaking, which is no problem to report.
        if (again !== 'with-sound') update({ note: text.message });
        return;
      }
      retryMs = FIRST_RETRY_MS;
      update({ lines: addLiveWords(state.lines, text, own), note: null });
    });
    fresh.addEventListener('close', () => {
      if (socket !== fresh) return;
      socket = null;
      update({ lines: withoutOpen(state.lines) });
      if (!isOn || again === 'never') return;
      isResting = again === 'with-sound';
      if (isResting) return;
      if (again === 'now')
        update({ note: 'Live text was interrupted and will resume. Your recording continues.' });
      retry = setTimeout(open, retryMs);
      retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
    });
  }

  return {
    getState: () => state,
    subscribe(notify) {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    begin() {
      if (isOn) return;
      isOn = true;
      isResting = false;
      waiting = [];
      retryMs = FIRST_RETRY_MS;
      update({ note: null });
      open();
    },
    push(samples) {
      if (!isOn) return;
      if (socket?.readyState === OPEN) {
        if (socket.bufferedAmount < MAX_BUFFERED_BYTES) socket.send(samples);
        return;
      }
      waiting.push(samples);
      if (waiting.length > MAX_WAITING) waiting.shift();
      if (!isResting) return;
      isResting = false;
      open();
    },
    end() {
      isOn = false;
      clearTimeout(retry);
      update({ note: null });
      if (socket?.readyState === OPEN) socket.send('end');
      else socket?.close();
    },
    clear() {
      session += 1;
      firstSession = session;
      socket?.close();
      socket = null;
      update({ lines: [], note: null });
    },
  };
}

function connectToServer(): WebSocket {
  const address = new URL(LIVE_TEXT_PATH, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address);
}

function parse(data: unknown): LiveText | null {
  try {
    return LiveText.safeParse(JSON.parse(String(data))).data ?? null;
  } catch {
    return null;
  }
}
