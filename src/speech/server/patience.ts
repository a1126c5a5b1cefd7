/** How long to wait for a server, in milliseconds. Tests use shorter times. */
export interface ServerPatience {
  /** The waits before each retry until the server has recognized something: a wrong address should show soon. */
  firstRetryMs: readonly number[];
  /** The same afterwards: what is done is kept, and a server that is restarted comes back. */
  retryMs: readonly number[];
  /** The waits while a server loads its model. */
  loadingMs: readonly number[];
  /** No attempt at a piece begins later than this after its first failure, however long each of them takes. */
  withinMs?: number;
  /** Replaces the time limit of an answer, which otherwise depends on the length of the sound. */
  answerMs?: number;
}

export const SERVER_PATIENCE: ServerPatience = {
  firstRetryMs: [1000, 3000, 9000],
  // Five minutes in total.
  retryMs: [1000, 3000, 9000, 20_000, ...Array.from({ length: 9 }, () => 30_000)],
  // Five minutes in total.
  loadingMs: [2000, 3000, 5000, ...Array.from({ length: 29 }, () => 10_000)],
  withinMs: 15 * 60_000,
};
