import { constants, setPriority } from 'node:os';
import { diarize } from './diarize.ts';
import { loadRecognizer } from './moonshine.ts';
import { LEAN_ARGUMENT, type SpeechReply, SpeechRequest } from './protocol.ts';
import { recognizeSpans } from './recognize.ts';
import { loadVoiceDetector } from './voice-activity.ts';

/** A process of the pool: loads the models, then answers one request after the other until its parent ends. */
function serve(modelsDir: string, isLean: boolean): void {
  // Ctrl-C in a terminal reaches every process of the group; the parent decides when its children end.
  process.on('SIGINT', () => undefined);
  // Native code may be running, which an orderly exit would wait for or crash in.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const recognizer = lazily(() => loadRecognizer(modelsDir, { isLean }));
  const detector = lazily(() => loadVoiceDetector(modelsDir));

  async function answer(request: SpeechRequest): Promise<unknown> {
    switch (request.type) {
      case 'detect': {
        const { detect } = await detector();
        return { probabilities: await detect(request.pcmPath, request.fromFrame, request.toFrame) };
      }
      case 'recognize':
        return { spoken: await recognizeSpans(await recognizer(), request) };
      case 'diarize':
        return { turns: await diarize(request, (doneMs) => send({ type: 'progress', doneMs })) };
    }
  }

  process.on('message', (message) => {
    answer(SpeechRequest.parse(message)).then(
      (result) => send({ type: 'done', result }),
      (error: unknown) =>
        send({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  });
}

/** Caches the loaded value, but not a failure: a model file may be repaired while the process is running. */
function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

function send(reply: SpeechReply): void {
  process.send?.(reply);
}

serve(process.argv[2] ?? '', process.argv[3] === LEAN_ARGUMENT);
