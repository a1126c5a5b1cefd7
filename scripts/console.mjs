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
