// Runs in a worker, because a large recording takes seconds, which would freeze the page.
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import type { HashAnswer } from './hash-file.ts';

addEventListener('message', ({ data }: MessageEvent<Blob>) => void answer(data));

async function answer(file: Blob): Promise<void> {
  try {
    send({ kind: 'done', sha256: await hashOf(file) });
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

async function hashOf(file: Blob): Promise<string> {
  const hash = sha256.create();
  const reader = file.stream().getReader();
  let doneBytes = 0;
  let toldPercent = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytesToHex(hash.digest());
    hash.update(value);
    doneBytes += value.length;
    const percent = Math.floor((100 * doneBytes) / file.size);
    if (percent > toldPercent) send({ kind: 'progress', percent });
    toldPercent = percent;
  }
}

function send(message: HashAnswer): void {
  postMessage(message);
}
