import { constants, setPriority } from 'node:os';
import { type Encoder, loadEncoder } from './encoder.ts';
import { DIMENSIONS } from './encoder-graph.ts';
import { type EncodeReply, EncodeRequest } from './protocol.ts';

/** The process of the encoder: loads the model, then answers one request after the other until its parent ends. */
function serve(modelsDir: string): void {
  // Ctrl-C in a terminal reaches every process of the group; the parent decides when its child ends.
  process.on('SIGINT', () => undefined);
  // Native code may be running, which an orderly exit would wait for or crash in.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // Behind recognition, for which somebody is waiting.
  setPriority(constants.priority.PRIORITY_LOW);
  let loaded: Encoder | undefined;
  process.on('message', async (message) => {
    try {
      loaded ??= await loadEncoder(modelsDir);
    } catch (error) {
      return send({ type: 'unloadable', message: messageOf(error) });
    }
    try {
      send({ type: 'done', vectors: await encodeAll(loaded, EncodeRequest.parse(message).texts) });
    } catch (error) {
      send({ type: 'failed', message: messageOf(error) });
    }
  });
}

async function encodeAll(encoder: Encoder, texts: readonly string[]): Promise<Float32Array<ArrayBuffer>> {
  const vectors = new Float32Array(texts.length * DIMENSIONS);
  for (const [index, text] of texts.entries()) vectors.set(await encoder.encode(text), index * DIMENSIONS);
  return vectors;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function send(reply: EncodeReply): void {
  process.send?.(reply);
}

serve(process.argv[2] ?? '');
