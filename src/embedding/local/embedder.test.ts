import { copyFile, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkModels, defaultModelsDir } from '#speech/local/models.ts';
import { isAlive } from '#tests/support/processes.ts';
import { readOriginal } from '#tests/support/sentence-original.ts';
import { describeEmbedder } from '../embedder.compliance.ts';
import { EmbedderUnavailable, EmbeddingFailed } from '../embedding-error.ts';
import { createLocalEmbedder, type LocalEmbedder, type LocalEmbedderOptions } from './embedder.ts';
import { SENTENCE_FILES, sentencePaths } from './model-files.ts';

const never = new AbortController().signal;
const LONG = 'Some of us said so. '.repeat(2000);
const own = (options: LocalEmbedderOptions = {}): LocalEmbedder => {
  const embedder = createLocalEmbedder(options);
  onTestFinished(() => embedder.close());
  return embedder;
};
const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

/** As the system does when memory runs out. */
function kill(embedder: LocalEmbedder): void {
  const id = embedder.processId();
  // To kill 0 would kill this process, too.
  if (!id) throw new Error('There is no process');
  process.kill(id, 'SIGKILL');
}

beforeAll(async () => {
  const states = await checkModels(defaultModelsDir(), SENTENCE_FILES);
  if (states.some((state) => state !== 'verified'))
    throw new Error('The sentence model is missing. Run: node src/server/cli/fetch-models.ts');
});

describeEmbedder(() => createLocalEmbedder());

it('gives the vectors of the original', async () => {
  const { vectors } = readOriginal();
  const mine = await own().embed(
    vectors.map(({ text }) => text),
    never,
  );
  expect(vectors.length).toBeGreaterThan(3);
  for (const [index, { vector }] of vectors.entries())
    expect(cosine(mine[index] ?? new Float32Array(), vector)).toBeGreaterThan(0.9999);
});

it('makes no difference between ways to write the same', async () => {
  const [plain, ...others] = await own().embed(
    [
      "It isn't open on Sunday.",
      ' It  isn’t\nopen on Sunday. ',
      "it isn't open on sunday.",
      "IT ISN'T OPEN ON SUNDAY.",
    ],
    never,
  );
  const near = others.map((other) => cosine(plain ?? new Float32Array(), other));
  expect(near[0]).toBeCloseTo(1, 6);
  expect(near[2]).toBeCloseTo(near[1] ?? 0, 6);
  expect(near[1]).toBeGreaterThan(0.9);
});

it('takes the mean of the parts of a long text, so that its last part counts, too', async () => {
  const rain = 'She listened to the rain on the roof all night. '.repeat(14);
  const money = 'The budget for the next year was approved by the council. '.repeat(14);
  const [both, ofRain, ofMoney] = await own().embed([rain + money, rain, money], never);
  if (!both || !ofRain || !ofMoney) throw new Error('There are not three vectors');
  expect(cosine(both, ofMoney)).toBeGreaterThan(cosine(ofRain, ofMoney) + 0.2);
  expect(cosine(both, ofRain)).toBeGreaterThan(cosine(ofRain, ofMoney) + 0.2);
});

describe('its process', () => {
  it('starts with the first call, behind all others, and is gone when the embedder is closed', async () => {
    const embedder = own();
    expect(embedder.processId()).toBeUndefined();
    await embedder.embed(['Hello'], never);
    const id = embedder.processId() ?? 0;
    expect(isAlive(id)).toBe(true);
    expect(getPriority(id)).toBe(constants.priority.PRIORITY_LOW);
    await embedder.close();
    expect(isAlive(id)).toBe(false);
  });

  it('is replaced when it is killed in the middle, without anybody noticing', async () => {
    const embedder = own();
    await embedder.embed(['Hello'], never);
    const id = embedder.processId() ?? 0;
    const call = embedder.embed([LONG, 'Hello'], never);
    kill(embedder);
    expect(await call).toHaveLength(2);
    expect(embedder.processId()).not.toBe(id);
  });

  it('fails the work at which it ends twice, and does the next', async () => {
    const embedder = own();
    const texts = [LONG];
    await embedder.embed(['Hello'], never);
    const call = embedder.embed(texts, never);
    const failed = expect(call).rejects.toMatchObject({ name: 'EmbeddingFailed', reason: 'crashed' });
    const first = embedder.processId();
    kill(embedder);
    await expect.poll(() => (embedder.processId() ?? first) !== first, { interval: 5 }).toBe(true);
    kill(embedder);
    await failed;
    expect(await embedder.embed(['Hello'], never)).toHaveLength(1);
  });

  it('is kept when a call is stopped that it soon ends, and killed when it does not', async () => {
    const embedder = own({ graceMs: 60_000 });
    await embedder.embed(['Hello'], never);
    const id = embedder.processId();
    const stopIn = async (each: LocalEmbedder) => {
      const stop = new AbortController();
      const call = each.embed([LONG], stop.signal);
      stop.abort(new Error('enough'));
      await expect(call).rejects.toThrow('enough');
      expect(await each.embed(['Hello'], never)).toHaveLength(1);
    };
    await stopIn(embedder);
    expect(embedder.processId()).toBe(id);
    const strict = own({ graceMs: 0 });
    await strict.embed(['Hello'], never);
    const other = strict.processId();
    await stopIn(strict);
    expect(strict.processId()).not.toBe(other);
  });

  it('lets a question through between the parts of a recording', async () => {
    const embedder = own();
    const ended: string[] = [];
    const recording = embedder
      .embed(
        Array.from({ length: 200 }, (_, index) => `Sentence ${index} of the recording.`),
        never,
      )
      .then(() => ended.push('recording'));
    await embedder.embed(['When is it open?'], never).then(() => ended.push('question'));
    await recording;
    expect(ended).toEqual(['question', 'recording']);
  });

  it('is not started without memory for it, and is once there is some', async () => {
    let availableBytes = 100_000_000;
    const embedder = own({ readMemory: () => ({ limitBytes: 1_800_000_000, availableBytes }) });
    await expect(embedder.embed(['Hello'], never)).rejects.toEqual(new EmbeddingFailed('no_room'));
    expect(embedder.processId()).toBeUndefined();
    availableBytes = 500_000_000;
    expect(await embedder.embed(['Hello'], never)).toHaveLength(1);
  });
});

describe('with files that are not as they should be', () => {
  let modelsDir: string;
  beforeAll(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'sentences-'));
  });
  afterAll(() => rm(modelsDir, { recursive: true }));

  const copyFiles = async () => {
    const [from, to] = [sentencePaths(defaultModelsDir()), sentencePaths(modelsDir)];
    await copyFile(from.network, to.network);
    await rm(to.pieces, { force: true });
    await symlink(from.pieces, to.pieces);
  };
  const expectUnavailable = async (embedder: LocalEmbedder, reason: EmbedderUnavailable['reason']) => {
    const calls = [embedder.check(never), embedder.embed(['Hello'], never)];
    for (const call of await Promise.allSettled(calls)) {
      const error = call.status === 'rejected' ? call.reason : undefined;
      expect(error).toBeInstanceOf(EmbedderUnavailable);
      expect(error).toMatchObject({ reason });
    }
  };

  it('says that they are missing, cut off or changed, and works once they are mended', async () => {
    const embedder = own({ modelsDir });
    await expectUnavailable(embedder, 'missing');
    await copyFiles();
    const { network } = sentencePaths(modelsDir);
    await truncate(network, 5_000_000);
    await expectUnavailable(embedder, 'damaged');
    await writeFile(network, Buffer.alloc(SENTENCE_FILES[0]?.sizeBytes ?? 0, 7));
    await expectUnavailable(embedder, 'damaged');
    await copyFiles();
    await embedder.check(never);
    expect(await embedder.embed(['Hello'], never)).toHaveLength(1);
  });

  it('says so, too, of a file that became damaged without a trace', async () => {
    await copyFiles();
    await checkModels(modelsDir, SENTENCE_FILES);
    const { network } = sentencePaths(modelsDir);
    const { sizeBytes = 0 } = SENTENCE_FILES[0] ?? {};
    await writeFile(network, Buffer.alloc(sizeBytes, 7));
    await markAsChecked(network);
    await expect(own({ modelsDir }).embed(['Hello'], never)).rejects.toMatchObject({ reason: 'damaged' });
  });

  /** As if the file had the time of change that the stamps know. */
  async function markAsChecked(path: string): Promise<void> {
    const stamps = JSON.parse(await readFile(join(modelsDir, 'checked.json'), 'utf8'));
    stamps['sentences.onnx'].mtimeMs = (await stat(path)).mtimeMs;
    await writeFile(join(modelsDir, 'checked.json'), JSON.stringify(stamps));
  }
});
