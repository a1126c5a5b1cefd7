import { SPEECH_ENGINES } from '#contract/speech-engines.ts';
import type { RemoteSpeechEngine, SpeechProgress, TranscribeHooks, Transcription } from '../engine.ts';
import { pause, type Waiting, withPatience } from '../patience.ts';
import { quotable, SpeechError } from '../speech-error.ts';
import { wavOfPcm } from '../wav.ts';
import {
  type AssemblyAiAccess,
  type AssemblyAiClient,
  createAssemblyAiClient,
  type RemoteTranscript,
} from './client.ts';
import { ASSEMBLYAI_PATIENCE, growingWaits, type Patience } from './patience.ts';
import { EMPTY_TRANSCRIPTION, parseTranscript } from './read-transcript.ts';

export interface AssemblyAiOptions extends AssemblyAiAccess {
  patience?: Patience | undefined;
}

/** The service's limit on a recording. At 16 kHz and 16 bits that is 1.2 GB, so its limit of 2.2 GB per file is never reached. */
const MAX_MS = SPEECH_ENGINES.assemblyai.maxDurationMs ?? Number.POSITIVE_INFINITY;

/** The service's error message for a recording without speech when it has to detect the language. There is no code for it. */
const NO_SPEECH = /no spoken audio/i;

/** AssemblyAI with one account. Keeps no state between calls; the audio is sent from the disk in pieces. */
export function createAssemblyAiEngine({
  patience = ASSEMBLYAI_PATIENCE,
  ...access
}: AssemblyAiOptions): RemoteSpeechEngine {
  const client = createAssemblyAiClient(access, patience);
  const closing = new AbortController();
  return {
    name: 'assemblyai',
    async transcribe(audio, options, hooks) {
      const signal = AbortSignal.any([hooks.signal, closing.signal]);
      signal.throwIfAborted();
      if (audio.durationMs > MAX_MS) throw new SpeechError({ code: 'too_long' });
      const call: Call = {
        client,
        patience,
        audio,
        ...options,
        hooks: { ...hooks, signal },
        report: reporter(audio.durationMs, hooks, signal),
      };
      const id = (await earlierJob(call)) ?? (await order(call));
      return finish(call, id);
    },
    forget: (remoteId, signal) => forget(client, remoteId, signal),
    async close() {
      closing.abort(new Error('The speech engine was closed'));
    },
  };
}

interface Call {
  client: AssemblyAiClient;
  patience: Patience;
  audio: { pcmPath: string; durationMs: number };
  diarize: boolean;
  speakerCount?: number | null | undefined;
  language?: string | null | undefined;
  remoteId?: string | undefined;
  hooks: TranscribeHooks;
  report: (stage: SpeechProgress['stage'], share: number) => void;
}

/** The job that an earlier run submitted, if it still exists. */
async function earlierJob({ client, patience, remoteId, hooks }: Call): Promise<string | undefined> {
  if (remoteId === undefined) return undefined;
  const known = await withPatience(longWaits(patience, hooks), () => client.find(remoteId, hooks.signal));
  return known?.id;
}

function longWaits({ lookRetryMs }: Patience, { signal }: TranscribeHooks): Waiting {
  return { waitsMs: lookRetryMs, signal };
}

/** Sends the audio and submits its transcription; returns the job's id after reporting it. */
async function order({
  client,
  patience,
  audio,
  diarize,
  speakerCount = null,
  language = null,
  hooks,
  report,
}: Call): Promise<string> {
  const { signal } = hooks;
  report('sending', 0);
  const waiting = { waitsMs: patience.retryMs, signal };
  const sound = await wavOfPcm(audio.pcmPath, { onSent: (share) => report('sending', share) });
  const audioUrl = await withPatience(waiting, () => client.upload(sound, signal));
  report('sending', 1);
  await hooks.onSubmitting?.();
  // A submission cannot be taken back, only deleted by its id: so nothing but its own time limit ends it.
  const ordering = new AbortController().signal;
  const { id } = await withPatience(waiting, () =>
    client.submit({ audioUrl, speakerLabels: diarize, speakerCount, language }, ordering),
  );
  try {
    await hooks.onSubmitted?.(id);
  } catch (error) {
    // Nobody else knows its id.
    await client.remove(id, ordering).catch(() => undefined);
    throw error;
  }
  return id;
}

async function finish({ client, patience, audio, hooks, report }: Call, id: string): Promise<Transcription> {
  const { signal } = hooks;
  report('remote', 0);
  for (const waitMs of growingWaits(patience)) {
    await pause(waitMs, signal);
    const job = await withPatience(longWaits(patience, hooks), () => client.find(id, signal));
    if (!job) throw new SpeechError({ code: 'failed', said: 'it was deleted there meanwhile' });
    const transcription = resultOf(job, audio.durationMs);
    if (!transcription) continue;
    report('remote', 1);
    return transcription;
  }
  throw new Error('The list of waits ended.');
}

/** A job's result; undefined while it is running. */
function resultOf(job: RemoteTranscript, durationMs: number): Transcription | undefined {
  if (job.status === 'completed') return parseTranscript(job, durationMs);
  if (job.status !== 'error') return undefined;
  if (NO_SPEECH.test(job.error ?? '')) return EMPTY_TRANSCRIPTION;
  throw new SpeechError({ code: 'failed', said: quotable(job.error) });
}

async function forget(client: AssemblyAiClient, id: string, signal: AbortSignal): Promise<void> {
  try {
    await client.remove(id, signal);
  } catch (error) {
    const isRefused = error instanceof SpeechError && error.problem.code === 'failed';
    if (!isRefused || (await client.find(id, signal))) throw error;
  }
}

/** Passes progress on: never backwards, because sending starts over after a broken connection, and never after an abort. */
function reporter(totalMs: number, { onProgress }: TranscribeHooks, signal: AbortSignal): Call['report'] {
  const most = new Map<string, number>();
  return (stage, share) => {
    const highest = Math.max(share, most.get(stage) ?? 0);
    most.set(stage, highest);
    if (!signal.aborted) onProgress({ stage, doneMs: Math.round(highest * totalMs), totalMs });
  };
}
