import { once } from 'node:events';
import type { SpeechEngine } from '#speech/engine.ts';
import { createFakeEngine } from '#speech/fake/engine.ts';

/** The fake engine, held after its second chunk, and whenever it finds speakers, until the test opens the gate. */
export function gatedEngine() {
  const engine = createFakeEngine({});
  const events = new EventTarget();
  let opened = false;
  let runs = 0;
  let chunks = 0;
  let searches = 0;
  const until = async (condition: () => boolean) => {
    while (!condition()) await once(events as never, 'change');
  };
  const changed = () => events.dispatchEvent(new Event('change'));
  const gated: SpeechEngine = {
    ...engine,
    transcribe: (audio, options, hooks) => {
      runs += 1;
      changed();
      return engine.transcribe(audio, options, {
        ...hooks,
        onChunk: async (chunk) => {
          await hooks.onChunk(chunk);
          chunks += 1;
          changed();
          if (chunks >= 2) await Promise.race([until(() => opened), rejectOnAbort(hooks.signal)]);
        },
      });
    },
    findSpeakers: async (audio, words, options, hooks) => {
      searches += 1;
      changed();
      await Promise.race([until(() => opened), rejectOnAbort(hooks.signal)]);
      return engine.findSpeakers?.(audio, words, options, hooks) ?? { speakers: [], by: 'network' };
    },
  };
  return {
    engine: gated,
    heard: (count: number) => until(() => chunks >= count),
    searching: (count: number) => until(() => searches >= count),
    running: (count: number) => until(() => runs >= count),
    open: () => {
      opened = true;
      changed();
    },
    close: () => {
      opened = false;
    },
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
