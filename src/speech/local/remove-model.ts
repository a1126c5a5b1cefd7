import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAccepted } from './accepted-models.ts';
import { checkModels, MODEL_FILES } from './models.ts';

/**
 * Removes a model that the engine can do without. Returns false if it was not there. Rejects with a single plain sentence if there is no such model, or
 * if the engine needs it.
 */
export async function removeModel(modelsDir: string, name: string, files = MODEL_FILES): Promise<boolean> {
  const file = files.find((candidate) => candidate.name === name);
  if (!file) throw new Error(`There is no speech model ${name}; npm run models -- list names them.`);
  if (file.needed === 'at-start') throw new Error(`${name} cannot be removed: transcription needs it.`);
  const [state] = await checkModels(modelsDir, [file]);
  await rm(join(modelsDir, name), { force: true });
  await writeAccepted(modelsDir, name, undefined);
  await checkModels(modelsDir, [file]);
  return state !== 'missing';
}
