import { constants, setPriority } from 'node:os';
import { loadRecognizer } from './moonshine.ts';
import { LEAN_ARGUMENT, type SpeechReply, SpeechRequest } from './protocol.ts';
import { recognizeSpans } from './recognize.ts';
import { loadVoiceDetector } from './voice-activity.ts';
import { diarize } from './voices/cepstra/diarize.ts';
import { describeRegions } from './voices/describe.ts';
import { loadVoiceNetwork } from './voices/network.ts';
import { speakersByVoice } from './voices/speakers.ts';
import { FRAME_MS } from './voices/windows.ts';

/** A process of the pool: loads the models, then answers one request after the other until its parent ends. */
function serve(modelsDir: string, isLean: boolean): void {
  // Ctrl-C in a terminal reaches every process of the group; the parent decides when its children end.
  process.on('SIGINT', () => undefined);
  // Native code may be running, which an orderly exit would wait for or crash in.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const recognizer = lazily(() => loadRecognizer(modelsDir, { isLean }));
  const detector = lazily(() => loadVoiceDetector(modelsDir));
  let networkPath = '';
  const network = lazily(() => loadVoiceNetwork(networkPath));

  async function answer(request: SpeechRequest): Promise<unknown> {
    switch (request.type) {
      case 'detect': {
        await network.release();
        const { detect } = await detector.get();
        return { probabilities: await detect(request.pcmPath, request.fromFrame, request.toFrame) };
      }
      case 'recognize':
        await network.release();
        return { spoken: await recognizeSpans(await recognizer.get(), request) };
      case 'describe':
        // All of them together would need more memory than a process is allowed.
        await Promise.all([recognizer.release(), detector.release()]);
        if (networkPath !== request.networkPath) await network.release();
        networkPath = request.networkPath;
        return describeRegions(await network.get(), request, (doneFrames) =>
          send({ type: 'progress', doneMs: doneFrames * FRAME_MS }),
        );
      case 'assign':
        return { speakers: speakersByVoice(request.words, request, request.count) };
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

/**
 * Caches a loaded model until it is released, but not a failure: a model file may be repaired while the process is running.
 */
function lazily<Model extends { release(): Promise<void> }>(load: () => Promise<Model>) {
  let loaded: Promise<Model> | undefined;
  return {
    get(): Promise<Model> {
      loaded ??= load().catch((error: unknown) => {
        loaded = undefined;
        throw error;
      });
      return loaded;
    },
    async release(): Promise<void> {
      const model = await loaded;
      loaded = undefined;
      await model?.release();
    },
  };
}

function send(reply: SpeechReply): void {
  process.send?.(reply);
}

serve(process.argv[2] ?? '', process.argv[3] === LEAN_ARGUMENT);
