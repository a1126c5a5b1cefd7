import { expect, it } from 'vitest';
import { createProject } from '#contract/projects.ts';
import { testApp } from '#tests/support/app.ts';
import { databaseUrl } from '#tests/support/databases.ts';
import { enter } from '#tests/support/presence.ts';
import { join, seedTranscript } from '#tests/support/projects.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';

it('forgets who was at a node that was killed', async () => {
  const test = await testApp();
  const [ann, eve] = [await test.person('Ann'), await test.person('Eve')];
  const { id: project } = await ann.call(createProject, { body: { name: 'Field notes' } });
  await join(ann, project, eve, 'editor');
  const id = await seedTranscript(test, ann, { project });
  const [row] = await test.sql('select current_database() as name');
  const node = await startServer(await temporaryFolder(), {
    ROLE: 'web',
    SPEECH_ENGINE: 'fake',
    SECRET: 'the same on every node, and long enough',
    DATABASE_URL: databaseUrl(String(row?.name)),
  });
  const hers = await enter(test, ann, id);
  await hers.sees();
  // What her window says comes to this node, and her events from the other one.
  const there = await enter({ listen: async () => node.url }, eve, id);
  await hers.sees('Eve');
  expect(await node.end('SIGKILL')).toBeNull();
  await hers.sees();
  there.close();
});
