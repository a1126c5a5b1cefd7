import { readFile } from 'node:fs/promises';
import type { PdfReply } from './pdf-protocol.ts';
import { readPdf } from './read-pdf.ts';

/** The process that opens a stranger's PDF: one file, whose path is its argument, then it exits. */
async function main(): Promise<void> {
  // A signal to the whole group makes the parent stop, which decides when the work ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.once('disconnect', () => process.exit(1));
  const bytes = new Uint8Array(await readFile(process.argv[2] ?? ''));
  await send(await readPdf(bytes, () => void send({ kind: 'progress' })));
  process.exit(0);
}

function send(reply: PdfReply): Promise<void> {
  return new Promise((resolve) => process.send?.(reply, () => resolve()));
}

await main();
