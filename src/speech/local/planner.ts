import { FRAME_MS, findSpeech, MAX_CHUNK_MS, planChunks, type Span } from './speech-regions.ts';

/**
 * How far after its start a chunk depends on the audio: it may be joined with a stretch that begins up to 15 s later and is cut
 * within 15 s of its own; padding, pauses and the frames around a cut take less than the additional 2 s.
 */
const LOOKAHEAD_MS = 2 * MAX_CHUNK_MS + 2000;

/** Plans chunks while voice activity detection is still running. */
export interface Planner {
  /**
   * Takes the probabilities of a block; blocks may come in any order. Returns the chunks that have become certain, in order: all
   * calls together return what `planChunks` returns for the whole recording.
   */
  add(fromFrame: number, block: Uint8Array): Span[];
  /** Whether the whole recording has been processed. */
  isComplete(): boolean;
}

/** Creates a planner for audio of this length; it uses one byte per 32 ms. */
export function createPlanner(durationMs: number): Planner {
  const probabilities = new Uint8Array(Math.ceil(durationMs / FRAME_MS));
  const ends = new Map<number, number>();
  let heardTo = 0;
  let given = 0;
  const isComplete = () => heardTo === probabilities.length;
  return {
    isComplete,
    add(fromFrame, block) {
      probabilities.set(block, fromFrame);
      ends.set(fromFrame, fromFrame + block.length);
      for (let end = ends.get(heardTo); end !== undefined && end > heardTo; end = ends.get(heardTo))
        heardTo = end;
      const heard = probabilities.subarray(0, heardTo);
      const heardMs = isComplete() ? durationMs : heardTo * FRAME_MS;
      const plan = planChunks(findSpeech(heard, heardMs), heard);
      const certain = isComplete() ? plan : plan.filter(({ startMs }) => startMs + LOOKAHEAD_MS <= heardMs);
      const fresh = certain.slice(given);
      given = certain.length;
      return fresh;
    },
  };
}
