// Output of the scripts: plain lines, which read as well in a log as on a terminal.

/** Prints one line. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Exits with one line that says what to do. */
export function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const TERMINAL_MS = 200;
const LOG_MS = 5_000;

/**
 * Shows how much of the total is done: on a terminal in one changing line, in a log with a line every five seconds.
 * Call `update(done)` as often as you like, and `end()` at the end.
 */
export function startProgress(what, total, unit, output = process.stdout) {
  let last = 0;
  const isTerminal = output.isTTY === true;
  const line = (done) => `${what}: ${Math.floor(done)} of ${Math.ceil(total)} ${unit}`;
  return {
    update(done) {
      const now = Date.now();
      if (now - last < (isTerminal ? TERMINAL_MS : LOG_MS)) return;
      last = now;
      output.write(isTerminal ? `\r${line(done)}` : `${line(done)}\n`);
    },
    end() {
      output.write(`${isTerminal ? '\r' : ''}${line(total)}\n`);
    },
  };
}
