/** Writes down a problem that people need not see. */
export function logProblem(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the browser's console.
  console.error(what, error);
}
