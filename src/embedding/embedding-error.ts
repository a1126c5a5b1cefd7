import type { SpeechProblem } from '#speech/speech-error.ts';

/** Why an embedder cannot work until somebody does something: its model is missing or damaged, or a server refuses for good. */
export type UnavailableReason =
  | 'missing'
  | 'damaged'
  | Extract<
      SpeechProblem['code'],
      'key_rejected' | 'no_credit' | 'wrong_address' | 'address_refused' | 'unknown_model'
    >;

/** Why a call failed that may succeed later. */
export type FailureReason =
  /** There is not enough memory for a process now. */
  | 'no_room'
  /** The process ended twice at the same work. */
  | 'crashed'
  | Exclude<SpeechProblem['code'], UnavailableReason>;

/** The embedder cannot work until somebody does something; whoever searches makes do with words. */
export class EmbedderUnavailable extends Error {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, options?: ErrorOptions) {
    super(`The embedder cannot work: ${reason}`, options);
    this.name = 'EmbedderUnavailable';
    this.reason = reason;
  }
}

/** A call failed that may succeed later. Its message contains no key and none of the texts. */
export class EmbeddingFailed extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, options?: ErrorOptions) {
    super(`Texts could not be embedded: ${reason}`, options);
    this.name = 'EmbeddingFailed';
    this.reason = reason;
  }
}
