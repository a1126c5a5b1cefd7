import { describe, expect, it, vi } from 'vitest';
import { RecordingId, TranscriptId } from '#contract/ids.ts';
import { USUAL_OPTIONS } from '#contract/transcription-options.ts';
import { ApiError } from '#web/lib/api.ts';
import { NETWORK_ERROR, NoAnswer } from '#web/lib/send-upload.ts';
import type { PostRecording } from './calls.ts';
import type { CaptureHooks } from './microphone.ts';
import type { KeptRecording, PieceStore, Slice } from './piece-store.ts';
import { createRecorder } from './recorder.ts';

const TRANSCRIPT = TranscriptId.parse(7);
const START = { userId: 1, deviceId: null, liveText: false };

function recording({ isDiskFull = false } = {}) {
  const rows = new Map<string, KeptRecording>();
  const slices: Slice[] = [];
  const posts: { fields: PostRecording['fields']; text: string }[] = [];
  const world = {
    now: 0,
    failure: null as Error | null,
    put: async (): Promise<void> => undefined,
    postFailure: null as Error | null,
    isUnfinished: true,
    forgotten: [] as string[],
  };
  let hooks: CaptureHooks | undefined;
  let ids = 0;
  const store: PieceStore = {
    putRecording: async (row) => {
      if (isDiskFull) throw new DOMException('', 'QuotaExceededError');
      rows.set(row.id, row);
    },
    addSlice: async (slice) => {
      slices.push(slice);
    },
    readSlices: async (id, from, most) =>
      slices.filter(({ recordingId }) => recordingId === id).slice(from, from + most),
    lastSlice: async (id) => slices.findLast(({ recordingId }) => recordingId === id),
    listRecordings: async () => [...rows.values()],
    removeSlices: async () => undefined,
    remove: async (id) => {
      rows.delete(id);
    },
  };
  const recorder = createRecorder({
    store,
    startCapture: async (_device, given) => {
      if (world.failure) throw world.failure;
      hooks = given;
      return {
        mimeType: 'audio/webm',
        pause: () => undefined,
        resume: () => undefined,
        stop: () => given.onEnd('stopped'),
        listen: async () => () => undefined,
      };
    },
    put: () => world.put(),
    post: async ({ fields, file }) => {
      posts.push({ fields, text: await file.text() });
      if (world.postFailure) throw world.postFailure;
      return TRANSCRIPT;
    },
    isUnfinished: async () => world.isUnfinished,
    forgetPieces: async (id) => {
      world.forgotten.push(id);
    },
    rest: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    claim: () => () => undefined,
    newId: () => {
      ids += 1;
      return RecordingId.parse(String(ids).padStart(22, '0'));
    },
    now: () => world.now,
    liveText: {
      getState: () => ({ lines: [], note: null }),
      subscribe: () => () => undefined,
      begin: vi.fn(),
      push: vi.fn(),
      end: vi.fn(),
      clear: vi.fn(),
    },
  });
  const phase = () => recorder.getState().phase;
  /** Somebody speaks for as many seconds as there are words. */
  const speak = (...words: string[]) => {
    for (const word of words) {
      world.now += 1000;
      hooks?.onSlice(new Blob([word]));
    }
  };
  const stopped = async () => {
    recorder.stop();
    await expect.poll(phase).toBe('stopped');
  };
  return { recorder, world, rows, slices, posts, phase, speak, stopped, hooks: () => hooks };
}

describe('createRecorder', () => {
  it('records, pauses without counting the pause, and gives the file', async () => {
    const { recorder, world, phase, speak, stopped } = recording();
    await recorder.start(START);
    speak('one ', 'two ');
    recorder.pause();
    world.now += 60_000;
    expect(recorder.elapsedMs()).toBe(2000);
    expect(phase()).toBe('paused');
    recorder.resume();
    speak('three');
    await stopped();
    expect(recorder.elapsedMs()).toBe(3000);
    expect(await recorder.getState().file?.text()).toBe('one two three');
  });

  it('keeps what was recorded when a call takes the microphone, counts no time without it, and goes on by itself', async () => {
    const { recorder, world, phase, speak, stopped, hooks } = recording();
    await recorder.start(START);
    speak('one ', 'two ');
    hooks()?.onMuted(true);
    expect(phase()).toBe('interrupted');
    world.now += 60_000;
    expect(recorder.elapsedMs()).toBe(2000);
    expect(recorder.getState().interruption).toMatchObject({ atMs: 2000, until: null });
    hooks()?.onMuted(false);
    expect(phase()).toBe('recording');
    expect(recorder.getState().interruption).toMatchObject({ atMs: 2000, until: expect.any(Number) });
    speak('three');
    await stopped();
    expect(recorder.elapsedMs()).toBe(3000);
    expect(await recorder.getState().file?.text()).toBe('one two three');
  });

  it('stays paused when the microphone comes back, and waits for it when it is resumed before', async () => {
    const { recorder, phase, speak, hooks, stopped } = recording();
    await recorder.start(START);
    speak('one');
    recorder.pause();
    hooks()?.onMuted(true);
    expect(phase()).toBe('paused');
    recorder.resume();
    expect(phase()).toBe('interrupted');
    hooks()?.onMuted(false);
    expect(phase()).toBe('recording');
    recorder.pause();
    hooks()?.onMuted(true);
    hooks()?.onMuted(false);
    expect(phase()).toBe('paused');
    await stopped();
  });

  it('can be stopped while a call has the microphone, with everything until then', async () => {
    const { recorder, speak, hooks, stopped } = recording();
    await recorder.start(START);
    speak('kept');
    hooks()?.onMuted(true);
    await stopped();
    expect(recorder.getState().interruption).toMatchObject({ atMs: 1000, until: expect.any(Number) });
    expect(await recorder.getState().file?.text()).toBe('kept');
  });

  it.each([
    ['NotAllowedError', 'Microphone access denied. Please allow microphone permissions and try again.'],
    ['NotFoundError', 'No microphone found. Please check your audio input device.'],
    ['NotReadableError', 'Failed to access microphone: in use'],
  ])('says why the microphone is not available: %s', async (name, problem) => {
    const { recorder, world } = recording();
    world.failure = new DOMException('in use', name);
    await recorder.start(START);
    expect(recorder.getState()).toMatchObject({ phase: 'idle', problem });
  });

  it('stops and keeps everything when the microphone is unplugged', async () => {
    const { recorder, phase, speak, hooks } = recording();
    await recorder.start(START);
    speak('kept');
    hooks()?.onEnd('unplugged');
    await expect.poll(phase).toBe('stopped');
    expect(recorder.getState().troubles).toEqual(['unplugged']);
    expect(await recorder.getState().file?.text()).toBe('kept');
  });

  it('sends what the server lacks and forgets the recording when the transcript is there', async () => {
    const { recorder, rows, posts, phase, speak, stopped } = recording();
    await recorder.start(START);
    speak('a', 'b', 'c', 'd', 'e');
    await expect.poll(() => [...rows.values()][0]?.sentSlices).toBe(5);
    speak('f', 'g');
    await stopped();
    expect(await recorder.transcribe({ ...USUAL_OPTIONS, engine: 'local' })).toBe(TRANSCRIPT);
    const { from } = posts[0]?.fields ?? { from: 0 };
    expect(['fg', 'g', ''].includes(posts[0]?.text ?? '-') && from).toBeGreaterThan(0);
    expect(rows.size).toBe(0);
    expect(phase()).toBe('idle');
  });

  it('sends the whole when the server misses a part', async () => {
    const { recorder, world, rows, posts, speak, stopped } = recording();
    await recorder.start(START);
    speak('a', 'b', 'c', 'd', 'e');
    await expect.poll(() => [...rows.values()][0]?.sentSlices).toBe(5);
    await stopped();
    world.postFailure = new ApiError(409, 'Conflict', '{"message":"-","code":"recording_incomplete"}');
    await expect(recorder.transcribe({ ...USUAL_OPTIONS, engine: 'local' })).rejects.toThrow();
    expect(posts.map(({ fields, text }) => [fields.from, text])).toEqual([
      [1, ''],
      [0, 'abcde'],
    ]);
  });

  it('keeps the recording when sending fails, and sends it again as the same one', async () => {
    const { recorder, world, rows, posts, phase, speak, stopped } = recording();
    await recorder.start(START);
    speak('a', 'b');
    await stopped();
    world.postFailure = new NoAnswer(NETWORK_ERROR);
    await expect(recorder.transcribe({ ...USUAL_OPTIONS, engine: 'local' })).rejects.toThrow('Network error');
    expect(phase()).toBe('stopped');
    expect(rows.size).toBe(1);
    world.postFailure = null;
    // The server may have made the transcript although its answer was lost: then it waits for nothing any more.
    world.isUnfinished = false;
    expect(await recorder.transcribe({ ...USUAL_OPTIONS, engine: 'local' })).toBe(TRANSCRIPT);
    expect(new Set(posts.map(({ fields }) => fields.recordingId)).size).toBe(1);
  });

  it('sends it anew as another one when what had been sent became a transcript elsewhere', async () => {
    const { recorder, world, rows, posts, speak, stopped } = recording();
    await recorder.start(START);
    speak('a', 'b', 'c', 'd', 'e');
    await expect.poll(() => [...rows.values()][0]?.sentSlices).toBe(5);
    world.put = () => Promise.reject(new TypeError('Failed to fetch'));
    speak('f');
    await stopped();
    world.put = async () => undefined;
    world.isUnfinished = false;
    expect(await recorder.transcribe({ ...USUAL_OPTIONS, engine: 'local' })).toBe(TRANSCRIPT);
    expect(posts).toMatchObject([{ fields: { from: 0 }, text: 'abcdef' }]);
    expect(posts[0]?.fields.recordingId).not.toBe('0'.repeat(21) + 1);
  });

  it('goes on in memory when the storage is full, and says so', async () => {
    const { recorder, speak, stopped } = recording({ isDiskFull: true });
    await recorder.start(START);
    speak('a', 'b');
    await stopped();
    expect(recorder.getState().troubles).toEqual(['unsaved']);
    expect(await recorder.getState().file?.text()).toBe('ab');
  });

  it('throws away what is cleared, here and on the server, and hears nothing of it any more', async () => {
    const { recorder, world, rows, phase, speak, hooks } = recording();
    await recorder.start(START);
    speak('a');
    await expect.poll(() => rows.size).toBe(1);
    const late = hooks();
    await recorder.discard();
    late?.onSlice(new Blob(['late']));
    late?.onEnd('stopped');
    expect(phase()).toBe('idle');
    expect(rows.size).toBe(0);
    expect(world.forgotten).toHaveLength(1);
  });

  it('says that nothing is heard, until something is', async () => {
    const { recorder, hooks } = recording();
    await recorder.start(START);
    for (let each = 0; each < 200; each += 1) hooks()?.onLevel(0.0001);
    expect(recorder.getState().troubles).toEqual(['silent']);
    hooks()?.onLevel(0.3);
    expect(recorder.getState().troubles).toEqual([]);
  });
});
