import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LiveText } from '#contract/live-text.ts';
import { createLiveTextSession } from './live-text-session.ts';

class FakeSocket extends EventTarget {
  readyState = 0;
  bufferedAmount = 0;
  sent: unknown[] = [];
  send(data: unknown) {
    this.sent.push(data);
  }
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  receive(text: LiveText) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(text) }));
  }
  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
}

function listening() {
  const sockets: FakeSocket[] = [];
  const session = createLiveTextSession(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    // Only what the session uses of a socket is there.
    return socket as unknown as WebSocket;
  });
  const shown = () => {
    const { lines, note } = session.getState();
    const textsOf = (wanted: boolean) =>
      lines.filter(({ isFinal }) => isFinal === wanted).map(({ text }) => text);
    return { final: textsOf(true), open: textsOf(false).join(' '), note };
  };
  session.begin();
  return { session, sockets, shown, last: () => sockets.at(-1) ?? new FakeSocket() };
}

const words = (startMs: number, text: string, isFinal = false): LiveText => ({
  type: 'text',
  startMs,
  endMs: startMs + 1000,
  text,
  isFinal,
});

afterEach(() => vi.useRealTimers());

describe('createLiveTextSession', () => {
  it('shows what is being said, and keeps what is final', () => {
    const { last, shown } = listening();
    last().open();
    last().receive(words(0, 'Good'));
    last().receive(words(0, 'Good morning'));
    expect(shown()).toMatchObject({ final: [], open: 'Good morning' });
    last().receive(words(0, 'Good morning.', true));
    last().receive(words(2000, 'We'));
    expect(shown()).toMatchObject({ final: ['Good morning.'], open: 'We' });
  });

  it('keeps what is still being said when it is turned off and on again, and puts late words before the newer ones', () => {
    const { session, sockets, shown } = listening();
    const [first] = sockets;
    first?.open();
    first?.receive(words(0, 'Good morning.', true));
    first?.receive(words(2000, 'We mee'));
    session.end();
    session.begin();
    const [, second] = sockets;
    second?.open();
    second?.receive(words(0, 'The garden'));
    expect(shown()).toMatchObject({ final: ['Good morning.', 'We mee'], open: 'The garden' });
    first?.receive(words(2000, 'We meet', false));
    first?.receive(words(2000, 'We meet on Tuesday.', true));
    first?.receive(words(4000, 'All of us.', true));
    expect(shown()).toMatchObject({
      final: ['Good morning.', 'We meet on Tuesday.', 'All of us.'],
      open: 'The garden',
    });
    second?.receive(words(0, 'The garden is open.', true));
    expect(shown().final).toEqual([
      'Good morning.',
      'We meet on Tuesday.',
      'All of us.',
      'The garden is open.',
    ]);
    session.clear();
    second?.receive(words(2000, 'Of the recording before.', true));
    expect(shown()).toMatchObject({ final: [], open: '' });
  });

  it('puts a passage at its time, and replaces it by a better one of the same time', () => {
    const { last, shown } = listening();
    last().open();
    last().receive(words(3000, 'three', true));
    last().receive(words(1000, 'won', true));
    last().receive(words(5000, 'five'));
    last().receive(words(1000, 'one', true));
    expect(shown()).toMatchObject({ final: ['one', 'three'], open: '' });
  });

  it('sends what was heard before the connection stood', () => {
    const { session, last } = listening();
    session.push(new Int16Array([1]));
    last().open();
    session.push(new Int16Array([2]));
    session.end();
    expect(last().sent).toEqual([new Int16Array([1]), new Int16Array([2]), 'end']);
  });

  it('leaves out what a slow connection cannot carry', () => {
    const { session, last } = listening();
    last().open();
    last().bufferedAmount = 1e6;
    session.push(new Int16Array([1]));
    expect(last().sent).toEqual([]);
  });

  it('comes back after an interruption, keeps what was there, and says so meanwhile', () => {
    vi.useFakeTimers();
    const { sockets, last, shown } = listening();
    last().open();
    last().receive(words(0, 'Before', true));
    last().receive(words(1000, 'the break'));
    last().close();
    expect(shown()).toMatchObject({
      final: ['Before', 'the break'],
      note: expect.stringContaining('interrupted'),
    });
    vi.advanceTimersByTime(2000);
    expect(sockets).toHaveLength(2);
    last().open();
    last().receive(words(0, 'After', true));
    expect(shown()).toEqual({ final: ['Before', 'the break', 'After'], open: '', note: null });
  });

  it('does not insist where live text is not to be had', () => {
    vi.useFakeTimers();
    const { sockets, last, shown } = listening();
    last().open();
    last().receive({ type: 'unavailable', message: 'It goes on in another window.', again: 'never' });
    last().close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(shown().note).toBe('It goes on in another window.');
  });

  it('asks again with growing pauses where others are listened to, and says so until it is heard', () => {
    vi.useFakeTimers();
    const { sockets, last, shown } = listening();
    const refuse = () => {
      last().open();
      last().receive({ type: 'unavailable', message: 'Others are recording.', again: 'later' });
      last().close();
    };
    const tries = [2000, 4000, 8000, 16_000, 30_000, 30_000];
    for (const [at, pauseMs] of tries.entries()) {
      refuse();
      expect(shown().note).toBe('Others are recording.');
      vi.advanceTimersByTime(pauseMs - 1);
      expect(sockets).toHaveLength(at + 1);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(at + 2);
    }
    last().open();
    expect(shown().note).toBe('Others are recording.');
    last().receive(words(0, 'At last'));
    expect(shown()).toMatchObject({ open: 'At last', note: null });
  });

  it('comes back with the sound after a pause, and sends what began it', () => {
    vi.useFakeTimers();
    const { session, sockets, last, shown } = listening();
    last().open();
    last().receive(words(0, 'Before the pause.', true));
    last().receive({ type: 'unavailable', message: 'It waits for sound.', again: 'with-sound' });
    last().close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(shown()).toMatchObject({ final: ['Before the pause.'], note: null });
    session.push(new Int16Array([1]));
    session.push(new Int16Array([2]));
    expect(sockets).toHaveLength(2);
    last().open();
    expect(last().sent).toEqual([new Int16Array([1]), new Int16Array([2])]);
  });
});
