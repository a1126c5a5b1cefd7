import type { Segment, Word } from '#contract/segments.ts';
import type { EngineName } from '#contract/speech-engines.ts';
import type { Span } from './local/speech-regions.ts';

/** Decoded audio on the local disk: raw 32-bit little-endian floats, mono, 16,000 samples per second, nominally -1 to 1. */
export interface Audio {
  pcmPath: string;
  durationMs: number;
}

/** A recognized stretch of speech: the unit that is stored while a job runs, and that a resumed job does not repeat. */
export interface RecognizedChunk {
  startMs: number;
  endMs: number;
  /**
   * Segments in time order, all labeled 'Speaker 1' until the speakers stage, except where a speech server has told speakers apart
   * in this chunk. Empty if nothing was said.
   */
  segments: Segment[];
}

/**
 * The stages of an engine, in the order in which they begin. Local: listening and recognizing may overlap; speakers comes after
 * both. At a speech server: listening here, then recognizing there, piece by piece. At a service: the audio is sent, then
 * processed there in one stage of unknown progress.
 */
export type SpeechStage = 'listening' | 'recognizing' | 'speakers' | 'sending' | 'remote';

/** Progress within a stage: milliseconds of audio done of milliseconds to do. Never goes backwards within a stage. */
export interface SpeechProgress {
  stage: SpeechStage;
  doneMs: number;
  totalMs: number;
}

export interface TranscribeOptions {
  /** Whether to diarize; if false, everything is 'Speaker 1'. */
  diarize: boolean;
  /** How many speak, if somebody knows; null or absent: that is found out. */
  speakerCount?: number | null | undefined;
  /** The language that is spoken, as its BCP 47 tag; null or absent: the engine finds out, or has only one. */
  language?: string | null | undefined;
  /** Chunks stored by an earlier run of the same job, in any order; those that still fit the plan are not recognized again. */
  done: readonly RecognizedChunk[];
  /**
   * The job that an earlier run of the same work submitted to a service: its result is used, and the work is submitted again only
   * if the job is gone.
   */
  remoteId?: string | undefined;
}

export interface TranscribeHooks {
  /** Aborting rejects the call with the signal's reason and ends the work at once. */
  signal: AbortSignal;
  onProgress: (progress: SpeechProgress) => void;
  /**
   * Called once for each newly recognized chunk, one call at a time; the engine waits for it. Not called for `done` chunks, and
   * never by a service.
   */
  onChunk: (chunk: RecognizedChunk) => Promise<void>;
  /** Called at most once, as soon as it is clear that the engine does not understand the recording. */
  onDoubt?: () => void;
  /** Called and awaited by a service's engine before it submits its job. If it rejects, nothing is submitted. */
  onSubmitting?: () => Promise<void>;
  /**
   * Called and awaited by a service's engine when its job is submitted, even after an abort. If it rejects, the job is deleted at
   * the service.
   */
  onSubmitted?: (remoteId: string) => Promise<void>;
}

export interface Transcription {
  /** What told the speakers apart; null: nothing did, and everything is 'Speaker 1'. */
  speakersBy: SpeakerMethod | null;
  /** BCP 47 tag of the recognized language. */
  language: string;
  /** In time order, with final speaker labels 'Speaker 1', 'Speaker 2', ... in order of first appearance. */
  segments: Segment[];
  /** The engine detected speech but clearly could not make sense of it (another language, heavy noise). */
  lowConfidence: boolean;
}

/** What tells speakers apart: a service, our network of voices, or, until that is there, the cepstra of the sound, which do worse. */
export type SpeakerMethod = 'service' | 'network' | 'cepstra';

/** The speaker of each word, numbered from 0, and what told them apart. */
export interface FoundSpeakers {
  speakers: number[];
  by: SpeakerMethod;
}

/** A word of a text whose speakers are to be found. */
export type SaidWord = Pick<Word, 'text' | 'startMs' | 'endMs'>;

export interface SpeakerOptions {
  /** How many speak, if somebody knows. */
  count: number | null;
}

/** Words that were just recognized, in milliseconds from the first sample. */
export interface LiveWords {
  startMs: number;
  endMs: number;
  text: string;
  /** Final words no longer change; others are replaced by later ones with the same start. */
  isFinal: boolean;
}

/** Live recognition of audio. */
export interface LiveSession {
  /** Takes the next samples: mono, 16,000 per second, -1 to 1. */
  push(samples: Float32Array): void;
  /** Recognizes what is left and ends. Resolves after the last words were delivered. */
  end(): Promise<void>;
}

export interface LiveHooks {
  /** A folder for the session's files, which the caller removes. */
  folder: string;
  /** Ends the session at once. */
  signal: AbortSignal;
  onWords: (words: LiveWords) => void;
  /** Called at most once: no more words will come. `end` rejects with the reason. */
  onFailed: () => void;
}

/** What the machine currently allows an engine to do. */
export interface SpeechState {
  /** Running processes, and how many may run now: 0 if there is not enough memory for one. */
  processes: number;
  allowed: number;
  /** How many processes the system has killed so far. */
  kills: number;
  /** Total memory of this machine or container, and the memory available now. */
  limitBytes: number;
  availableBytes: number;
}

/** Turns audio into text; a service's engine rejects with SpeechError. Every implementation passes `engine.compliance.ts`. */
export interface SpeechEngine {
  readonly name: EngineName;
  transcribe(audio: Audio, options: TranscribeOptions, hooks: TranscribeHooks): Promise<Transcription>;
  /**
   * Finds out who says each word, in time order. Reports the stage 'speakers'; aborting rejects with the signal's reason. Absent if an
   * engine cannot tell speakers apart without recognizing.
   */
  findSpeakers?(
    audio: Audio,
    words: readonly SaidWord[],
    options: SpeakerOptions,
    hooks: Pick<TranscribeHooks, 'signal' | 'onProgress'>,
  ): Promise<FoundSpeakers>;
  /** Whether `findSpeakers` has the network of voices now. Does not reject. */
  hasVoiceNetwork?(): Promise<boolean>;
  /**
   * Finds where somebody speaks, in order. Reports the stage 'listening'; aborting rejects with the signal's reason. Rejects with
   * NoRoomForSpeech if memory is short. Absent if an engine cannot listen without recognizing.
   */
  findSpeech?(audio: Audio, hooks: Pick<TranscribeHooks, 'signal' | 'onProgress'>): Promise<Span[]>;
  /** Starts live recognition; absent if an engine does not support it. */
  listen?(hooks: LiveHooks): LiveSession;
  /** Its state, if that depends on this machine. */
  state?(): SpeechState;
  /** Ends child processes and frees memory; running calls are rejected. */
  close(): Promise<void>;
}

/** An engine whose work is done by a service, with an account there. */
export interface RemoteSpeechEngine extends SpeechEngine {
  /**
   * Has the service delete a job's text and audio; does nothing if the job is gone. Rejects with SpeechError if it cannot be
   * deleted yet.
   */
  forget(remoteId: string, signal: AbortSignal): Promise<void>;
}
