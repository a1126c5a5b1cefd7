import type { EngineName } from '#contract/transcripts.ts';

/** What engines are called on the screen. */
export const ENGINE_NAMES: Readonly<Record<EngineName, string>> = {
  local: 'Local engine',
  assemblyai: 'AssemblyAI',
  fake: 'Test engine',
};
