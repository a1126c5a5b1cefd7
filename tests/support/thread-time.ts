/** The CPU time that the work takes in this thread, in milliseconds, unaffected by other load on the machine. */
export function threadMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
