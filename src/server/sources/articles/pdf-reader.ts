import { fileURLToPath } from 'node:url';
import { AppError } from '../../app-error.ts';
import { guardProcess } from '../../media/guard.ts';
import { startConfined } from '../../work/confined-process.ts';
import { createQueue } from '../../work/gate.ts';
import { type PdfArticle, PdfReply } from './pdf-protocol.ts';

/** Reads PDFs in separate processes, at most two at a time. */
export interface PdfReader {
  /**
   * Reads a file on the local disk. Rejects with an AppError 'pdf_encrypted', 'pdf_scanned', 'pdf_fonts_unnamed', 'pdf_unreadable',
   * 'pdf_too_long', 'pdf_too_much_text' or 'pdf_too_complex', or with the signal's reason.
   */
  read(path: string, signal: AbortSignal): Promise<PdfArticle>;
}

const CHILD = fileURLToPath(new URL('./pdf-child.ts', import.meta.url));
const AT_ONCE = 2;
const MAX_WAITING = 1000;
/** Over several cores: garbage collection runs in parallel. */
const PROCESSOR_SECONDS = 400;
/**
 * 500 pages of text take about four seconds and 300 MB, mostly garbage. The heap's own limit is not enough: decompressed streams
 * are array buffers, which it does not count.
 */
const LIMITS = {
  totalMs: 100_000,
  stalledMs: 60_000,
  maxBytes: 700_000_000,
  tooLong: 'pdf_too_complex',
  tooLarge: 'pdf_too_complex',
} as const;

export function createPdfReader(): PdfReader {
  const inTurn = createQueue({ atOnce: AT_ONCE, waiting: MAX_WAITING });
  return {
    read: (path, signal) => inTurn(signal, () => readInChild(path, signal)),
  };
}

function readInChild(path: string, signal: AbortSignal): Promise<PdfArticle> {
  const child = startConfined({
    file: CHILD,
    args: [path],
    readable: [path],
    heapMb: 512,
    processorSeconds: PROCESSOR_SECONDS,
  });
  const guard = guardProcess(child, { ...LIMITS, signal });
  return new Promise<PdfArticle>((resolve, reject) => {
    let answer: PdfReply | undefined;
    child.on('message', (message) => {
      guard.alive();
      const reply = readReply(message);
      if (reply.kind !== 'progress') answer = reply;
    });
    child.once('error', reject);
    child.once('exit', (code, signalName) => {
      const ended = guard.reason();
      if (ended) reject(ended);
      else if (answer?.kind === 'read') resolve(answer.article);
      else if (answer?.kind === 'refused') reject(new AppError(answer.code, { cause: answer.message }));
      // Its heap or its stack is exhausted.
      else reject(new AppError('pdf_too_complex', { cause: `the reader ended with ${signalName ?? code}` }));
    });
  }).finally(() => guard.release());
}

/** It crosses the border from a process that reads a stranger's file, which must never make this one throw. */
function readReply(message: unknown): PdfReply {
  const { data, error } = PdfReply.safeParse(message);
  return data ?? { kind: 'refused', code: 'pdf_unreadable', message: String(error) };
}
