import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { logProblem } from '#web/lib/log.ts';
import { maxUploadBytes } from '#web/lib/upload-limit.ts';
import { endInterruption } from './interruption.ts';
import { createLevelHistory } from './level-history.ts';
import { createLiveTextSwitch } from './live-text/live-text-switch.ts';
import { type Capture, type CaptureHooks, microphoneProblem } from './microphone.ts';
import { type PieceSender, startSender } from './piece-sender.ts';
import type { KeptRecording, PieceStore } from './piece-store.ts';
import type { Recorder, RecorderDeps } from './recorder-parts.ts';
import { hasMicrophone, IDLE, type RecorderState, type Trouble, withTrouble } from './recorder-state.ts';
import { sendRecording } from './send-recording.ts';
import { createStopwatch } from './stopwatch.ts';
import { throwAway } from './throw-away.ts';
import { openWriteBuffer, type WriteBuffer } from './write-buffer.ts';

/** Left for the last seconds and the header of the form. */
const SPARE_BYTES = 1_000_000;
/** The limit of bytes that are only in memory and not sent: about ten minutes of audio. */
const MAX_UNSAFE_BYTES = 8_000_000;

export function createRecorder(deps: RecorderDeps): Recorder {
  const { store, liveText } = deps;
  const levels = createLevelHistory();
  const stopwatch = createStopwatch(deps.now);
  const watchers = new Set<() => void>();
  const liveTextSwitch = createLiveTextSwitch(liveText, () => state.phase === 'recording');
  let state = IDLE;
  let capture: Capture | null = null;
  let buffer: WriteBuffer | null = null;
  let sender: PieceSender | null = null;
  let sending: AbortController | null = null;
  /** Number of the current capture. */
  let run = 0;
  /** Whether a call, a locked screen or another program has the microphone. */
  let isAway = false;
  let reading: Promise<void> = Promise.resolve();
  let release = () => {};

  function update(change: Partial<RecorderState>): void {
    state = { ...state, ...change };
    for (const notify of watchers) notify();
  }

  function trouble(what: Trouble, isThere = true): void {
    const troubles = withTrouble(state.troubles, what, isThere);
    if (troubles !== state.troubles) update({ troubles });
  }

  function current(): KeptRecording {
    if (!state.recording) throw new Error('There is no recording.');
    return state.recording;
  }

  /** Stores what has changed; a full storage has already been reported. */
  async function storeChange(change: Partial<KeptRecording>): Promise<void> {
    update({ recording: { ...current(), ...change } });
    await store.putRecording(current()).catch(() => undefined);
  }

  function openBuffer(
    recording: KeptRecording,
    last?: Awaited<ReturnType<PieceStore['lastSlice']>>,
  ): WriteBuffer {
    return openWriteBuffer({
      store,
      recording: () => (state.recording?.id === recording.id ? state.recording : recording),
      last,
      onTrouble: () => trouble('unsaved'),
      onRecovered: () => trouble('unsaved', false),
    });
  }

  function beginSending(to: WriteBuffer): void {
    const { id, sentPieces: pieces, sentSlices: slices } = current();
    sender = startSender({
      buffer: to,
      sent: { pieces, slices },
      put: (position, bytes, signal) => deps.put({ id: current().serverId, position }, bytes, signal),
      rest: deps.rest,
      onSent: (sent) => {
        if (state.recording?.id === id)
          void storeChange({ sentPieces: sent.pieces, sentSlices: sent.slices });
      },
      onRefused: (error) => {
        if (error.code !== 'recording_finished') return;
        // Another device has made a transcript of what was sent. This recording continues, so it is sent again as a whole.
        void storeChange({ serverId: deps.newId(), sentPieces: 0, sentSlices: 0 });
        beginSending(to);
        sender?.poke();
      },
    });
  }

  /** The handlers of one capture; a released one is ignored. */
  function hooksOf(own: number): CaptureHooks {
    return {
      onSlice(blob) {
        if (own !== run || blob.size === 0 || !buffer) return;
        const [to, elapsedMs] = [buffer, stopwatch.elapsedMs()];
        // In order: a later slice must not overtake an earlier one.
        reading = reading.then(async () => {
          await to.append(await blob.arrayBuffer(), elapsedMs);
          if (own === run) keepWithinLimits(to);
        });
      },
      onLevel(level) {
        if (own !== run || state.phase !== 'recording') return;
        levels.push(level);
        trouble('silent', levels.isSilent());
      },
      onMuted(isMuted) {
        if (own !== run) return;
        isAway = isMuted;
        if (isMuted) interrupt();
        else if (state.phase === 'interrupted') goOn();
      },
      onEnd(reason) {
        if (own !== run) return;
        if (reason !== 'stopped') trouble(reason);
        void finish();
      },
    };
  }

  function keepWithinLimits(to: WriteBuffer): void {
    sender?.poke();
    if (to.totalBytes() > maxUploadBytes() - SPARE_BYTES) stopBecause('full');
    else if (to.unsavedBytes(sender?.sent().slices ?? 0) > MAX_UNSAFE_BYTES) stopBecause('nowhere-to-keep');
  }

  function stopBecause(why: Trouble): void {
    if (!hasMicrophone(state.phase)) return;
    trouble(why);
    stop();
  }

  async function start({ userId, deviceId, liveText: isLive }: Parameters<Recorder['start']>[0]) {
    if (state.phase !== 'idle') return;
    update({ ...IDLE, phase: 'starting' });
    run += 1;
    isAway = false;
    try {
      capture = await deps.startCapture(deviceId, hooksOf(run));
    } catch (error) {
      update({ ...IDLE, problem: microphoneProblem(error) });
      return;
    }
    const id = deps.newId();
    const recording: KeptRecording = {
      id,
      userId,
      startedAt: Date.now(),
      mimeType: capture.mimeType,
      serverId: id,
      sentPieces: 0,
      sentSlices: 0,
      wasAsked: false,
      isDiscarded: false,
    };
    release = deps.claim(id);
    buffer = openBuffer(recording);
    stopwatch.reset();
    stopwatch.start();
    levels.clear();
    liveText.clear();
    update({ phase: 'recording', recording });
    beginSending(buffer);
    setLiveText(isLive);
    if (isAway) interrupt();
  }

  function setLiveText(isOn: boolean): void {
    if (isOn && hasMicrophone(state.phase) && capture) liveTextSwitch.turnOn(capture.listen);
    if (!isOn) liveTextSwitch.turnOff();
  }

  function pause(): void {
    if (state.phase === 'recording') rest('paused');
  }

  function resume(): void {
    if (state.phase !== 'paused') return;
    goOn();
    if (isAway) interrupt();
  }

  /** Until the microphone comes back, there is nothing to record and no time to count. */
  function interrupt(): void {
    if (state.phase !== 'recording') return;
    rest('interrupted');
    update({ interruption: { atMs: stopwatch.elapsedMs(), since: Date.now(), until: null } });
  }

  function rest(phase: 'paused' | 'interrupted'): void {
    capture?.pause();
    stopwatch.pause();
    update({ phase });
    trouble('silent', false);
    sender?.flush();
  }

  function goOn(): void {
    capture?.resume();
    stopwatch.start();
    sender?.gather();
    update({ phase: 'recording', interruption: endInterruption(state.interruption, Date.now()) });
  }

  function stop(): void {
    if (!hasMicrophone(state.phase)) return;
    stopwatch.pause();
    update({ phase: 'stopping' });
    setLiveText(false);
    capture?.stop();
  }

  /** The microphone has been stopped, by us or by itself, and the last slice has arrived. */
  async function finish(): Promise<void> {
    stopwatch.pause();
    setLiveText(false);
    capture = null;
    await reading;
    if (!buffer || !state.recording) return;
    trouble('silent', false);
    update({ interruption: endInterruption(state.interruption, Date.now()) });
    if (buffer.count() === 0) return discard();
    sender?.flush();
    update({ phase: 'stopped', file: await fileOf(buffer) });
  }

  async function fileOf(from: WriteBuffer): Promise<Blob | null> {
    try {
      await from.settled();
      const file = await from.rest(0);
      return file.size > 0 ? file : null;
    } catch (error) {
      logProblem('The recording cannot be read from the storage.', error);
      return null;
    }
  }

  async function open(kept: KeptRecording): Promise<void> {
    await close();
    if (state.phase !== 'idle') return;
    release = deps.claim(kept.id);
    const last = await store.lastSlice(kept.id).catch(() => undefined);
    buffer = openBuffer(kept, last);
    liveText.clear();
    stopwatch.reset();
    update({ ...IDLE, phase: 'stopped', recording: kept, file: await fileOf(buffer) });
  }

  /** Releases the current recording. */
  function reset(): void {
    run += 1;
    setLiveText(false);
    release();
    release = () => {};
    capture = null;
    buffer = null;
    sender = null;
    stopwatch.reset();
    levels.clear();
    liveText.clear();
    update(IDLE);
  }

  async function close(): Promise<void> {
    // What is only in memory would be lost.
    if (state.phase !== 'stopped' || state.troubles.includes('unsaved')) return;
    await sender?.stop();
    reset();
  }

  async function discard(): Promise<void> {
    const { recording } = state;
    if (!recording || state.phase === 'transcribing') return;
    const [ended, running] = [capture, sender];
    const wasSent = recording.sentPieces > 0 || running !== null;
    reset();
    ended?.stop();
    await running?.stop();
    await throwAway(deps, recording, wasSent);
  }

  async function transcribe(options: TranscriptionOptions) {
    if (state.phase !== 'stopped' || !buffer) return null;
    const from = buffer;
    const controller = new AbortController();
    sending = controller;
    update({ phase: 'transcribing', percent: 0 });
    try {
      await from.settled();
      await sender?.stop();
      sender = null;
      if (!current().wasAsked && current().sentPieces > 0 && !(await deps.isUnfinished(current().serverId))) {
        // Another device has made a transcript of what had been sent by then, which is not the whole recording.
        await storeChange({ serverId: deps.newId(), sentPieces: 0, sentSlices: 0 });
      }
      controller.signal.throwIfAborted();
      await storeChange({ wasAsked: true });
      const transcriptId = await sendRecording({
        recording: current(),
        buffer: from,
        options,
        signal: controller.signal,
        onProgress: (share) => update({ percent: Math.round(100 * share) }),
        post: deps.post,
      });
      await store
        .remove(current().id)
        .catch((error: unknown) =>
          logProblem('A copy of the recording could not be deleted from this browser.', error),
        );
      reset();
      return transcriptId;
    } catch (error) {
      update({ phase: 'stopped' });
      if (controller.signal.aborted) return null;
      throw error;
    }
  }

  return {
    getState: () => state,
    subscribe(notify) {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    levels,
    liveText,
    elapsedMs: () => (capture || !buffer ? stopwatch.elapsedMs() : buffer.elapsedMs()),
    totalBytes: () => buffer?.totalBytes() ?? 0,
    start,
    pause,
    resume,
    stop,
    setLiveText,
    open,
    close,
    discard,
    transcribe,
    cancel: () => sending?.abort(new DOMException('The upload was cancelled.', 'AbortError')),
  };
}
