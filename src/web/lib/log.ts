/** Logs a problem that users need not see to the browser's console. */
export function logProblem(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only place that writes to the browser's console.
  console.error(what, error);
}
