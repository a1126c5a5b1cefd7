import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { lightContract } from './vite-contract.ts';

const WEB = import.meta.dirname;
const CONTRACT = join(WEB, '../contract');

describe('lightContract', () => {
  it('leaves of an endpoint what a call needs, and of the schemas what somebody uses', async () => {
    const code = await built(
      `import { getTranscript } from '${CONTRACT}/transcripts.ts'; console.log(getTranscript);`,
    );
    expect(code).toContain('/api/transcripts/:id');
    expect(code).not.toMatch(/One transcript with its text|timestampedTranscript|zod/i);
    expect(
      await built(`import { Title } from '${CONTRACT}/title.ts'; console.log(Title.parse(''));`),
    ).toContain('ZodString');
  });

  it('takes nothing away that the browser reads', async () => {
    const contract = (await sourcesIn(CONTRACT)).join('\n');
    const endpoints = [...contract.matchAll(/^export const (\w+) = endpoint\(/gm)].map(([, name]) => name);
    expect(endpoints.length).toBeGreaterThan(100);
    const properties = 'params|query|body|response|summary|caller|scope|withinProject|status';
    const taken = new RegExp(`(?<!typeof )\\b(${endpoints.join('|')})\\??\\.(${properties})\\b`, 'g');
    expect((await sourcesIn(WEB)).flatMap((source) => source.match(taken) ?? [])).toEqual([]);
  });
});

async function sourcesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** The script that the build makes of an entry. */
async function built(entry: string): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      lightContract(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : null),
        load: (id) => (id === 'entry' ? entry : null),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry' } },
    // Not an array, because there is one output.
  })) as Rolldown.RolldownOutput;
  return output.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
}
