// Loaded into a process with NODE_OPTIONS: the process kills itself as soon as its stderr matches KILL_AT. Killing it from outside after
// reading its output could be too late.
const killAt = new RegExp(process.env.KILL_AT);
const write = process.stderr.write.bind(process.stderr);

process.stderr.write = (text, ...rest) => {
  if (killAt.test(String(text))) process.kill(process.pid, 'SIGKILL');
  return write(text, ...rest);
};
