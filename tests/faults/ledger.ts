import { isDeepStrictEqual } from 'node:util';
import type { ArticleId, ClipId, ProjectId, TranscriptId } from '#contract/ids.ts';

const SETTLED_MS = 5000;

/** The possible values of something: one, or several while it is not known whether a change has been applied. */
export class Known<Value> {
  #possible: Value[];
  #unknownSince = 0;

  constructor(value: Value) {
    this.#possible = [value];
  }

  get possible(): readonly Value[] {
    return this.#possible;
  }

  /** The value if there is only one possibility. */
  get certain(): Value | undefined {
    return this.#possible.length === 1 ? this.#possible[0] : undefined;
  }

  /** Records a confirmed change. */
  changed(change: (before: Value) => Value): void {
    this.#possible = distinct(this.#possible.map(change));
  }

  /** Records a change with an unknown result: it was applied completely or not at all. */
  mayHaveChanged(change: (before: Value) => Value): void {
    this.#possible = distinct([...this.#possible, ...this.#possible.map(change)]);
    this.#unknownSince = performance.now();
  }

  /** Milliseconds until an unconfirmed change has either been applied or never will be: the database may still be working although the node is dead. */
  get unsettledMs(): number {
    return this.#possible.length === 1 ? 0 : Math.max(0, this.#unknownSince + SETTLED_MS - performance.now());
  }

  /** Returns whether a value that was read is possible; if so, it narrows the possibilities. */
  seen(value: Partial<Value>): boolean {
    const fitting = this.#possible.filter((each) => isLike(each, value));
    if (fitting.length === 0) return false;
    this.#possible = fitting;
    return true;
  }
}

/** A recording that a person sent. */
export interface LedgerRecording {
  /** Unlike that of any other. */
  filename: string;
  sha256: string;
  sizeBytes: number;
  /** Whether browsers play a transcoded copy. */
  isCopied: boolean;
  /** The status that its transcript must reach. */
  expected: 'completed' | 'failed';
  /** 'unknown': requested without a response; 'no': rejected, or abandoned before. */
  accepted: 'yes' | 'unknown' | 'no';
}

/** A transcript as its owner knows it; null if it has been deleted. */
export type TranscriptState = {
  title: string;
  /** The speaker and text of each segment, once completed. */
  segments: readonly (readonly [string, string])[];
  speakerNames: Record<string, string>;
  editCount: number;
  projectId: ProjectId | null;
  /** Whether its transcription was canceled, once it has ended. */
  isCancelled: boolean;
} | null;

export interface LedgerQuestion {
  text: string;
  outcome: 'answered' | 'unknown' | 'refused';
  /** The answer in the response to the call. */
  answer: string | null;
}

export interface LedgerTranscript {
  id: TranscriptId;
  recording: LedgerRecording;
  state: Known<TranscriptState>;
  /** The id of its public link; '' if one may have been created but its address is not known. */
  share: Known<string | null>;
  questions: LedgerQuestion[];
  clips: ClipId[];
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

/** A live recording that was never submitted for transcription. */
export interface LedgerUnfinished {
  id: string;
  /** The number of confirmed pieces in the contiguous prefix. */
  pieces: number;
}

/** A call without a response that moved several transcripts, all or none. */
export interface LedgerMove {
  /** The transcripts that were not there before. */
  ids: readonly TranscriptId[];
  to: ProjectId | null;
}

/** Everything that one person did, as far as it was confirmed. */
export interface Account {
  name: string;
  cookie: string;
  recordings: LedgerRecording[];
  transcripts: LedgerTranscript[];
  /** Live recordings that were never finished. */
  unfinished: LedgerUnfinished[];
  projects: LedgerProject[];
  /** Moves with an unknown result whose transcripts have not been touched since. */
  moves: LedgerMove[];
  /** Whether the person is a member of the project that all people share. */
  isInTeam: Known<boolean>;
}

/** Everything that was confirmed to all people. */
export class Ledger {
  readonly accounts: Account[] = [];
  readonly counts = { acknowledged: 0, unknown: 0, refused: 0, reads: 0, tries: 0 };
  /** The values that were read but are impossible, one sentence for each. */
  readonly losses: string[] = [];
  /** The number of rejections and failures by status and code, and of failed recordings by reason. */
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

/** Whether the given properties are equal. */
function isLike<Value>(each: Value, parts: Partial<Value>): boolean {
  if (typeof each !== 'object' || each === null || Array.isArray(each)) return isDeepStrictEqual(each, parts);
  if (typeof parts !== 'object' || parts === null) return false;
  return Object.entries(parts).every(([name, part]) =>
    isDeepStrictEqual((each as Record<string, unknown>)[name], part),
  );
}
