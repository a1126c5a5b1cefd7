/** For whom something is done that costs something. */
export interface Caller {
  /** Who pays for it: a person, or a visitor of a link from one address. */
  key: string;
  /** Aborted, with CallerLeft, when nobody waits for it any more. */
  signal: AbortSignal;
}

/** Whoever asked has gone: there is nobody to be told. */
export class CallerLeft extends Error {
  constructor() {
    super('The caller has gone.');
    this.name = 'CallerLeft';
  }
}
