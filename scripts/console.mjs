// What the scripts say: plain lines, so that a log reads as well as a terminal.

/** Prints one line. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Ends with one line that says what to do. */
export function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
