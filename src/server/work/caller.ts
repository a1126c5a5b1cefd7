/** On whose behalf costly work is done. */
export interface Caller {
  /** Who is charged: a user, or a link's visitor by address. */
  key: string;
  /** Aborted, with CallerLeft, when nobody is waiting any more. */
  signal: AbortSignal;
}

/** The caller has disconnected: there is nobody to respond to. */
export class CallerLeft extends Error {
  constructor() {
    super('The caller has gone.');
    this.name = 'CallerLeft';
  }
}
