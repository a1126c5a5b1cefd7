import { FRAME_MS, findSpeech, MAX_CHUNK_MS, planChunks, type Span } from './speech-regions.ts';

/**
 * How far after its start a chunk depends on what is said: it may be joined with a stretch that begins up to 15 s later and is cut within 15 s
 * of its own, and padding, pauses and the frames about a cut take less than the 2 s more.
 */
const LOOKAHEAD_MS = 2 * MAX_CHUNK_MS + 2000;

/** Plans chunks while the recording is still being listened to. */
export interface Planner {
  /**
   * Takes the probabilities of a block, which may come in any order. Gives the chunks that have become certain, in order: all calls together
   * give what `planChunks` gives for the whole recording.
   */
  add(fromFrame: number, block: Uint8Array): Span[];
  /** Whether all of the recording was heard. */
  isComplete(): boolean;
  /** Where someone speaks, as far as it was heard. */
  speech(): Span[];
}

/** A planner for so much sound; it holds a byte for each 32 ms. */
export function createPlanner(durationMs: number): Planner {
  const probabilities = new Uint8Array(Math.ceil(durationMs / FRAME_MS));
  const ends = new Map<number, number>();
  let heardTo = 0;
  let given = 0;
  let speech: Span[] = [];
  const isComplete = () => heardTo === probabilities.length;
  return {
    isComplete,
    speech: () => speech,
    add(fromFrame, block) {
      probabilities.set(block, fromFrame);
      ends.set(fromFrame, fromFrame + block.length);
      for (let end = ends.get(heardTo); end !== undefined && end > heardTo; end = ends.get(heardTo))
        heardTo = end;
      const heard = probabilities.subarray(0, heardTo);
      const heardMs = isComplete() ? durationMs : heardTo * FRAME_MS;
      speech = findSpeech(heard, heardMs);
      const plan = planChunks(speech, heard);
      const certain = isComplete() ? plan : plan.filter(({ startMs }) => startMs + LOOKAHEAD_MS <= heardMs);
      const fresh = certain.slice(given);
      given = certain.length;
      return fresh;
    },
  };
}
