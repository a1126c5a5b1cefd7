import type { EngineName } from '#contract/transcripts.ts';

/** The names of the engines on the screen. */
export const ENGINE_NAMES: Readonly<Record<EngineName, string>> = {
  local: 'Local engine',
  assemblyai: 'AssemblyAI',
  fake: 'Test engine',
};
