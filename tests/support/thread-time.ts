/** What the work takes of the processor in this thread, in milliseconds: what else the machine does in the meantime is not counted. */
export function threadMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
