import { logProblem } from '#web/lib/log.ts';
import { chooseType } from './formats.ts';
import { LEVEL_EVERY_MS } from './level-history.ts';

/** A microphone capture in progress. */
export interface Capture {
  mimeType: string;
  /** Emits everything recorded up to now as a slice at once. */
  pause: () => void;
  resume: () => void;
  /** `onEnd` follows, after the last slice. */
  stop: () => void;
  /** Starts to deliver the audio as 16-bit samples at 16,000 Hz; returns a function that stops it. */
  listen: (onSamples: (samples: Int16Array<ArrayBuffer>) => void) => Promise<() => void>;
}

export interface CaptureHooks {
  /** About every second. */
  onSlice: (bytes: Blob) => void;
  /** The peak since the last call, 0 to 1; twenty times a second. */
  onLevel: (level: number) => void;
  /** A call, a locked screen or another program has taken the microphone, or has released it. */
  onMuted: (isMuted: boolean) => void;
  onEnd: (reason: 'stopped' | 'unplugged' | 'failed') => void;
}

export type StartCapture = (deviceId: string | null, hooks: CaptureHooks) => Promise<Capture>;

/** Mono speech at this rate cannot be told from the original, and an hour takes 43 MB. */
const BITS_PER_SECOND = 96_000;
const TIMESLICE_MS = 1000;
const SAMPLES_LOOKED_AT = 2048;

/** Opens the microphone and records it. Throws what the browser throws; `microphoneProblem` puts it into words. */
export async function startCapture(deviceId: string | null, hooks: CaptureHooks): Promise<Capture> {
  if (!navigator.mediaDevices || typeof MediaRecorder === 'undefined') {
    throw new Error('this browser cannot record, or this page was not opened over https.');
  }
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      sampleRate: 44_100,
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      ...(deviceId ? { deviceId: { ideal: deviceId } } : {}),
    },
  });
  try {
    return record(stream, hooks);
  } catch (error) {
    for (const track of stream.getTracks()) track.stop();
    throw error;
  }
}

function record(stream: MediaStream, hooks: CaptureHooks): Capture {
  const mimeType = chooseType((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    ...(mimeType ? { mimeType } : {}),
  });
  // Who has taken it: a track that gives silence, or the sound of the whole page.
  const away = new Set<EventTarget>();
  const tellAway = (what: EventTarget, isAway: boolean) => {
    const wasAway = away.size > 0;
    if (isAway) away.add(what);
    else away.delete(what);
    if (wasAway !== away.size > 0) hooks.onMuted(away.size > 0);
  };
  const sound = openSound(stream, hooks.onLevel, tellAway);
  let reason: 'stopped' | 'unplugged' | 'failed' = 'stopped';

  const end = (why: typeof reason) => {
    if (recorder.state === 'inactive') return;
    reason = why;
    recorder.stop();
  };
  for (const track of stream.getAudioTracks()) {
    track.addEventListener('ended', () => {
      reason = 'unplugged';
      end('unplugged');
    });
    track.addEventListener('mute', () => tellAway(track, true));
    track.addEventListener('unmute', () => tellAway(track, false));
  }
  recorder.addEventListener('dataavailable', ({ data }) => hooks.onSlice(data));
  recorder.addEventListener('error', () => end('failed'));
  recorder.addEventListener('stop', () => {
    for (const track of stream.getTracks()) track.stop();
    sound.close();
    hooks.onEnd(reason);
  });
  recorder.start(TIMESLICE_MS);
  return {
    mimeType: recorder.mimeType || mimeType || 'audio/webm',
    pause() {
      // It has ended already if its microphone has.
      if (recorder.state === 'inactive') return;
      recorder.pause();
      recorder.requestData();
    },
    resume() {
      if (recorder.state !== 'inactive') recorder.resume();
    },
    stop: () => end('stopped'),
    listen: sound.listen,
  };
}

/** The same microphone as samples, for the level meter and live text. */
function openSound(
  stream: MediaStream,
  onLevel: (level: number) => void,
  tellAway: (context: AudioContext, isAway: boolean) => void,
) {
  const context = new AudioContext();
  const wake = () => {
    if (context.state !== 'running' && context.state !== 'closed') context.resume().catch(() => undefined);
  };
  wake();
  context.addEventListener('statechange', () => {
    // Safari's word for a call or a locked screen. Afterwards it may wait to be resumed.
    tellAway(context, context.state === 'interrupted');
    if (context.state === 'suspended') wake();
  });
  document.addEventListener('visibilitychange', wake);
  const close = () => {
    document.removeEventListener('visibilitychange', wake);
    void context.close();
  };
  let source: MediaStreamAudioSourceNode;
  try {
    source = context.createMediaStreamSource(stream);
  } catch (error) {
    // Some browsers refuse a microphone whose sample rate differs from the output's. The recording is not affected.
    logProblem('The level of the microphone cannot be shown.', error);
    return { listen: () => Promise.reject(error), close };
  }
  const analyser = context.createAnalyser();
  analyser.fftSize = SAMPLES_LOOKED_AT;
  source.connect(analyser);
  const samples = new Float32Array(SAMPLES_LOOKED_AT);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    onLevel(samples.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0));
  }, LEVEL_EVERY_MS);
  return {
    async listen(onSamples: (samples: Int16Array<ArrayBuffer>) => void) {
      const { connectListener } = await import('./live-text/connect-listener.ts');
      return connectListener(source, onSamples);
    },
    close() {
      clearInterval(timer);
      close();
    },
  };
}

/** A message that says why the microphone could not be opened. */
export function microphoneProblem(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  if (name === 'NotAllowedError' || name === 'SecurityError') {
    return 'Microphone access denied. Please allow microphone permissions and try again.';
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return 'No microphone found. Please check your audio input device.';
  }
  return `Failed to access microphone: ${message}`;
}
