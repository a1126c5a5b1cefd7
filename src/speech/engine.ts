import type { Segment } from '#contract/segments.ts';
import type { EngineName } from '#contract/transcripts.ts';

/** Decoded sound on the local disk: raw 32-bit little-endian floats, mono, 16,000 samples a second, nominally -1 to 1. */
export interface Audio {
  pcmPath: string;
  durationMs: number;
}

/** One stretch of speech that has been recognised: the unit that is stored while a job runs and that a resumed job does not do again. */
export interface RecognizedChunk {
  startMs: number;
  endMs: number;
  /** Segments in time order, all labelled 'Speaker 1' until the speakers stage. Empty where nothing was said. */
  segments: Segment[];
}

/**
 * The stages of an engine, in the order in which they begin. Here: listening and recognising may go on together; speakers come after both.
 * At a service: the sound is sent, and then worked on there, which is done all at once: nobody knows how far it is.
 */
export type SpeechStage = 'listening' | 'recognizing' | 'speakers' | 'sending' | 'remote';

/** How far a stage is: milliseconds of sound done of milliseconds to do. Never runs backwards within a stage. */
export interface SpeechProgress {
  stage: SpeechStage;
  doneMs: number;
  totalMs: number;
}

export interface TranscribeOptions {
  /** Label who speaks; off: everything is 'Speaker 1'. */
  diarize: boolean;
  /** Chunks stored by an earlier run of the same job, in any order; those that still fit the plan are not recognised again. */
  done: readonly RecognizedChunk[];
  /** The job at a service that an earlier run of the same work ordered: its result is taken, and the work ordered anew only where it is gone. */
  remoteId?: string | undefined;
}

export interface TranscribeHooks {
  /** Aborting rejects the call with the signal's reason and ends the work at once. */
  signal: AbortSignal;
  onProgress: (progress: SpeechProgress) => void;
  /** Called once for each newly recognised chunk, one call at a time; the engine waits for it. Not called for `done` chunks, and never by a service. */
  onChunk: (chunk: RecognizedChunk) => Promise<void>;
  /** Called by a service's engine before its job is ordered, and waited for. When it rejects, nothing is ordered. */
  onSubmitting?: () => Promise<void>;
  /** Called by a service's engine when its job is ordered, also after an abort, and waited for. When it rejects, the job is forgotten there. */
  onSubmitted?: (remoteId: string) => Promise<void>;
}

export interface Transcription {
  /** BCP 47 tag of the language that was recognised. */
  language: string;
  /** In time order, with final speaker labels 'Speaker 1', 'Speaker 2', ... in order of first appearance. */
  segments: Segment[];
  /** The engine heard speech but could plainly not make sense of it (another language, heavy noise). */
  lowConfidence: boolean;
}

/** Words that were heard just now, milliseconds from the first sample. */
export interface LiveWords {
  startMs: number;
  endMs: number;
  text: string;
  /** They will not change any more; else they take the place of those that began at the same moment. */
  isFinal: boolean;
}

/** Sound that is being listened to while it is made. */
export interface LiveSession {
  /** Takes the next samples: mono, 16,000 a second, -1 to 1. */
  push(samples: Float32Array): void;
  /** Recognises what is left and ends. Resolves when the last words were told. */
  end(): Promise<void>;
}

export interface LiveHooks {
  /** A folder for the session's files, which the caller removes. */
  folder: string;
  /** Ends the session at once. */
  signal: AbortSignal;
  onWords: (words: LiveWords) => void;
  /** Called at most once: nothing more will be heard. Why is told by `end`. */
  onFailed: () => void;
}

/** What the machine lets an engine do now. */
export interface SpeechState {
  /** Processes that live, and that may live now: 0 when there is no room for even one. */
  processes: number;
  allowed: number;
  /** Processes that the system has killed so far. */
  kills: number;
  /** Memory that there is for all of this machine or container, and that is free now. */
  limitBytes: number;
  availableBytes: number;
}

/** Turns sound into text; a service's engine rejects with SpeechError. Every implementation passes `engine.compliance.ts`. */
export interface SpeechEngine {
  readonly name: EngineName;
  transcribe(audio: Audio, options: TranscribeOptions, hooks: TranscribeHooks): Promise<Transcription>;
  /** Listens while somebody speaks; absent where an engine cannot. */
  listen?(hooks: LiveHooks): LiveSession;
  /** How it is, where that depends on this machine. */
  state?(): SpeechState;
  /** Ends children and frees memory; running calls are rejected. */
  close(): Promise<void>;
}

/** An engine whose work is done by a service, on an account there. */
export interface RemoteSpeechEngine extends SpeechEngine {
  /** Has the service delete the text and the sound of a job; one that is not there is no error. Rejects with SpeechError while it cannot be deleted. */
  forget(remoteId: string, signal: AbortSignal): Promise<void>;
}
