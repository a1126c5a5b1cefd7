import { SpeechError, type SpeechProblem } from '../speech-error.ts';
import { type AssemblyAiAccess, createAssemblyAiClient } from './client.ts';
import { ASSEMBLYAI_PATIENCE } from './patience.ts';

const TIMEOUT_MS = 5000;

/**
 * Tests a key with a call that costs nothing. Returns null if it is valid, else the problem: only `key_rejected` says that the
 * key is bad, all others mean that this is unknown.
 */
export async function checkAssemblyAiKey(access: AssemblyAiAccess): Promise<SpeechProblem['code'] | null> {
  const client = createAssemblyAiClient(access, { ...ASSEMBLYAI_PATIENCE, answerMs: TIMEOUT_MS });
  try {
    await client.ping(new AbortController().signal);
    return null;
  } catch (error) {
    return error instanceof SpeechError ? error.problem.code : 'unreachable';
  }
}
