import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SENTENCE_FILES } from '#embedding/local/model-files.ts';
import { defaultModelsDir, filesAtStart, type ModelFile } from '#speech/local/models.ts';
import { startLoopback } from '#tests/support/loopback.ts';
import { ROOT } from '#tests/support/server.ts';

let modelsDir: string;
beforeEach(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'tapescript-models-'));
});
afterEach(() => rm(modelsDir, { recursive: true }));

/** Gets the models from a registry that has none, into a folder that has these already. */
async function fetchWith(present: readonly ModelFile[]) {
  for (const { name } of present) await symlink(join(defaultModelsDir(), name), join(modelsDir, name));
  const registry = await startLoopback((_, response) => void response.writeHead(404).end('{}'));
  const child = spawn(process.execPath, ['src/server/cli/fetch-models.ts', modelsDir], {
    cwd: ROOT,
    env: { ...process.env, npm_config_registry: registry.url, npm_config_cache: join(modelsDir, 'cache') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const requests = registry.requests.length;
  await registry.close();
  return { code, out, err, requests };
}

it('asks nobody if all models are there', async () => {
  const { code, out, err, requests } = await fetchWith([...filesAtStart(), ...SENTENCE_FILES]);
  expect({ code, err, requests }).toEqual({ code: 0, err: '', requests: 0 });
  expect(out).toBe(`Speech models are there: 3 files in ${modelsDir}\n`);
});

it('does without the sentence model if it cannot be had, and says so in a line', async () => {
  const { code, err } = await fetchWith(filesAtStart());
  expect(code).toBe(0);
  expect(err).toMatch(/^Sentence model: Cannot get [^\n]+ \(passages are found by their words alone\)\n$/);
});

it('fails without the models of speech', async () => {
  const { code, err } = await fetchWith(SENTENCE_FILES);
  expect(code).toBe(1);
  expect(err).toMatch(/^Speech models: Cannot get [^\n]+\n$/);
});
