import { UsageError } from '../command-line.ts';
import { transcribeRemotely } from './transcribe-remote.ts';

const USAGE_EXIT = 2;
const INTERRUPTED_EXIT = 130;
const INTERRUPTED = 'Interrupted. What has arrived is kept: the same command goes on from there.';

const interrupt = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => interrupt.abort(new Error('interrupted')));
// What a server says must not steer the terminal.
const say = (line: string) => process.stderr.write(`${line.replaceAll(/\p{Cc}+/gu, ' ')}\n`);

transcribeRemotely(process.argv.slice(2), interrupt.signal, say).then(
  (failed) => process.exit(failed > 0 ? 1 : 0),
  (error: unknown) => {
    say(interrupt.signal.aborted ? INTERRUPTED : error instanceof Error ? error.message : String(error));
    if (interrupt.signal.aborted) process.exit(INTERRUPTED_EXIT);
    process.exit(error instanceof UsageError ? USAGE_EXIT : 1);
  },
);
