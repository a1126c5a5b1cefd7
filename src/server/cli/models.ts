import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fetchSentences } from '#embedding/local/fetch-sentences.ts';
import { SENTENCE_FILES } from '#embedding/local/model-files.ts';
import { addModel } from '#speech/local/add-model.ts';
import { fetchModels } from '#speech/local/fetch-models.ts';
import { MODEL_FILES, type ModelFile, missingModels } from '#speech/local/models.ts';
import { removeModel } from '#speech/local/remove-model.ts';
import { describeModels, reportModels } from '../models/describe-models.ts';
import { fetchModel, isFromWeb } from '../models/fetch-model.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { type Command, parseCommand, runCommand } from './command.ts';
import { UsageError } from './command-line.ts';

const USAGE = 'Usage: npm run models -- list | check | add FILE|NAME | remove NAME';

/** Those of speech, and those of sentences. */
const FILES: readonly ModelFile[] = [...MODEL_FILES, ...SENTENCE_FILES];

/** Actions on all models, and on the one that is named. */
const ACTIONS = new Map([
  ['list', list],
  ['check', check],
]);
const ACTIONS_ON_ONE = new Map([
  ['add', add],
  ['remove', remove],
]);

runCommand(async (command) => {
  const [action = '', name, ...more] = parseCommand({}, USAGE).positionals;
  const perform = ACTIONS.get(action);
  const performOnOne = ACTIONS_ON_ONE.get(action);
  if (perform && name === undefined) await perform(command);
  else if (performOnOne && name !== undefined && more.length === 0) await performOnOne(command, name);
  else throw new UsageError(USAGE);
});

async function list({ config }: Command): Promise<void> {
  print(await describeModels(config.speech.modelsDir, FILES));
}

async function check({ config }: Command): Promise<void> {
  const { lines, isEnough } = await reportModels(config.speech.modelsDir, FILES);
  print(lines);
  if (!isEnough)
    throw new Error('A speech model that is needed is missing or damaged; npm start fetches it.');
}

/** A file that exists comes before a model of the same name. */
async function add(command: Command, name: string): Promise<void> {
  const { config, signal, say } = command;
  const named = FILES.find((file) => file.name === name);
  if (named && !existsSync(name)) return fetchNamed(command, named);
  const { file, isPublished } = await addModel(config.speech.modelsDir, name, { signal, files: FILES });
  const kind = isPublished ? 'its checksum is right' : 'it is not the published file, but it works';
  say(`${basename(name)} is there as ${file.name} (${file.purpose}): ${kind}.`);
}

async function fetchNamed({ config, progress, signal, say }: Command, file: ModelFile): Promise<void> {
  const { modelsDir } = config.speech;
  if ((await missingModels(modelsDir, [file])).length === 0) return say(`${file.name} is there already.`);
  if (SENTENCE_FILES.includes(file)) {
    await fetchSentences(modelsDir, say, [file]);
    return;
  }
  if (!isFromWeb(file)) {
    await fetchModels(modelsDir, say, [file]);
    return;
  }
  const outbound = createOutbound({ allow: config.outboundAllow });
  try {
    const onProgress = (doneBytes: number) => progress('Fetching', doneBytes, file.sizeBytes);
    const onWeights = (source: string) => say(`No address gives it; getting its weights from ${source} ...`);
    await fetchModel({ outbound }, file, { modelsDir, signal, onProgress, onWeights });
  } finally {
    await outbound.close();
  }
  say(`${file.name} is there (${file.license}).`);
}

async function remove({ config, say }: Command, name: string): Promise<void> {
  const { modelsDir, mayDownload } = config.speech;
  const wasThere = await removeModel(modelsDir, name, FILES);
  const later = mayDownload ? ' The next start fetches it again, unless MODELS_DOWNLOAD is off.' : '';
  say(`${name} ${wasThere ? 'is removed' : 'was not there'}.${later}`);
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
