import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** The browser does not reconnect after some failures; a new stream is opened after this time. */
const REOPEN_MS = 5000;

let connected = false;
const watchers = new Set<() => void>();

/** Whether server-sent events are arriving, so that polling is not needed. */
export function useIsLive(): boolean {
  return useSyncExternalStore(watch, () => connected);
}

export interface EventStream {
  path: string;
  names: readonly string[];
  onEvent: (name: string, data: unknown) => void;
  /** Called when the stream is open again after an interruption, during which events may have been missed. */
  onReopen: () => void;
}

/** Listens to the server's events while the component is mounted. */
export function useEventStream({ path, names, onEvent, onReopen }: EventStream): void {
  const handleEvent = useEffectEvent((name: string, data: unknown) => onEvent(name, data));
  const handleReopen = useEffectEvent(() => onReopen());
  const nameList = names.join(' ');

  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasOpen = false;
    const open = () => {
      source = new EventSource(path);
      source.onopen = () => {
        setConnected(true);
        if (wasOpen) handleReopen();
        wasOpen = true;
      };
      source.onerror = () => {
        setConnected(false);
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
      };
      for (const name of nameList.split(' ')) {
        source.addEventListener(name, (event) => handleEvent(name, parse(event.data)));
      }
    };
    open();
    return () => {
      clearTimeout(timer);
      source?.close();
      setConnected(false);
    };
  }, [path, nameList]);
}

function setConnected(now: boolean): void {
  if (connected === now) return;
  connected = now;
  for (const notify of watchers) notify();
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
