import { isDeepStrictEqual } from 'node:util';
import type { ArticleId, ProjectId, TranscriptId } from '#contract/ids.ts';

const SETTLED_MS = 5000;

/** What may stand in one place: one value, or several while it is not known whether something that was sent was done. */
export class Known<Value> {
  #possible: Value[];
  #unknownSince = 0;

  constructor(value: Value) {
    this.#possible = [value];
  }

  get possible(): readonly Value[] {
    return this.#possible;
  }

  /** The value where there is one only. */
  get certain(): Value | undefined {
    return this.#possible.length === 1 ? this.#possible[0] : undefined;
  }

  /** A change was confirmed. */
  changed(change: (before: Value) => Value): void {
    this.#possible = distinct(this.#possible.map(change));
  }

  /** A change was sent, and what came of it is not known: it is done whole, or not at all. */
  mayHaveChanged(change: (before: Value) => Value): void {
    this.#possible = distinct([...this.#possible, ...this.#possible.map(change)]);
    this.#unknownSince = performance.now();
  }

  /** Milliseconds until what was sent has been done or never will be: the database may be at it while its node is dead. */
  get unsettledMs(): number {
    return this.#possible.length === 1 ? 0 : Math.max(0, this.#unknownSince + SETTLED_MS - performance.now());
  }

  /** Whether what was read is possible; from then on it is what is known. */
  seen(value: Partial<Value>): boolean {
    const fitting = this.#possible.filter((each) => isLike(each, value));
    if (fitting.length === 0) return false;
    this.#possible = fitting;
    return true;
  }
}

/** A recording that somebody sent. */
export interface LedgerRecording {
  /** Unlike that of any other. */
  filename: string;
  sha256: string;
  sizeBytes: number;
  /** Browsers play a copy of it. */
  isCopied: boolean;
  /** What has to come of it. */
  expected: 'completed' | 'failed';
  /** 'unknown': it was asked for, and no answer came; 'no': refused, or given up before. */
  accepted: 'yes' | 'unknown' | 'no';
}

/** A transcript as its owner knows it; null where it has been deleted. */
export type TranscriptState = {
  title: string;
  /** Speaker and text of each segment, once completed. */
  segments: readonly (readonly [string, string])[];
  speakerNames: Record<string, string>;
  editCount: number;
  projectId: ProjectId | null;
  /** Whether somebody stopped its transcription, once that has ended. */
  isCancelled: boolean;
} | null;

export interface LedgerQuestion {
  text: string;
  outcome: 'answered' | 'unknown' | 'refused';
  /** As the answer to the call gave it. */
  answer: string | null;
}

export interface LedgerTranscript {
  id: TranscriptId;
  recording: LedgerRecording;
  state: Known<TranscriptState>;
  /** Its public link's id; '' where one may have been made and its address is not known. */
  share: Known<string | null>;
  questions: LedgerQuestion[];
}

export interface LedgerArticle {
  id: ArticleId | null;
  filename: string;
  sha256: string;
  isThere: Known<boolean>;
}

export interface LedgerProject {
  id: ProjectId | null;
  /** Unlike that of any other. */
  name: string;
  isThere: Known<boolean>;
  articles: LedgerArticle[];
}

/** A live recording of which pieces were sent and that nobody had transcribed. */
export interface LedgerUnfinished {
  id: string;
  /** How many pieces were confirmed, from the first one without a gap. */
  pieces: number;
}

/** Several transcripts that one call was to move, all or none, and whose answer did not come. */
export interface LedgerMove {
  /** Those that were elsewhere before. */
  ids: readonly TranscriptId[];
  to: ProjectId | null;
}

/** What one person did, as far as he was told. */
export interface Account {
  name: string;
  cookie: string;
  recordings: LedgerRecording[];
  transcripts: LedgerTranscript[];
  /** Live recordings that were never finished. */
  unfinished: LedgerUnfinished[];
  projects: LedgerProject[];
  /** Unknown ones whose transcripts nothing was done to since. */
  moves: LedgerMove[];
  /** Whether he is in the project that everybody shares. */
  isInTeam: Known<boolean>;
}

/** What everybody was told. */
export class Ledger {
  readonly accounts: Account[] = [];
  readonly counts = { acknowledged: 0, unknown: 0, refused: 0, reads: 0, tries: 0 };
  /** What was read and cannot be, as sentences. */
  readonly losses: string[] = [];
  /** Refusals and failures by status and code, and why recordings failed. */
  readonly answers = new Map<string, number>();

  count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return values.filter(
    (value, index) => values.findIndex((each) => isDeepStrictEqual(each, value)) === index,
  );
}

/** Whether these parts of it are so. */
function isLike<Value>(each: Value, parts: Partial<Value>): boolean {
  if (typeof each !== 'object' || each === null || Array.isArray(each)) return isDeepStrictEqual(each, parts);
  if (typeof parts !== 'object' || parts === null) return false;
  return Object.entries(parts).every(([name, part]) =>
    isDeepStrictEqual((each as Record<string, unknown>)[name], part),
  );
}
