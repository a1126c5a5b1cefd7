import { appendFile, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addArticle, leaveOrJoin, makeProject } from './arranging.ts';
import { ask, renameThings, shareTranscript } from './editing.ts';
import { type Installation, startInstallation } from './installation.ts';
import { findDamage } from './integrity.ts';
import type { LedgerTranscript } from './ledger.ts';
import type { Person } from './person.ts';
import { untilQuiet } from './quiet.ts';
import { recordLive } from './recording.ts';
import { uploadRecording } from './uploading.ts';
import { verifyPerson } from './verify.ts';
import { startWorkload, verify } from './workload.ts';

const PLANTED_IN = 14;

/** Repeats a step until the condition holds. */
async function until(isThere: () => boolean, step: () => Promise<void>): Promise<void> {
  while (!isThere()) await step();
}

const completed = ({ account }: Person) =>
  account.transcripts.filter(
    ({ recording, state }) => recording.expected === 'completed' && !recording.isCopied && state.certain,
  );

/** A person with some data of every kind. */
async function busyPerson(installation: Installation) {
  const workload = await startWorkload(installation, { seed: 2, people: 1 });
  const [person] = workload.people;
  if (!person) throw new Error('There is nobody.');
  const { account } = person;
  await until(
    () => completed(person).length >= PLANTED_IN,
    () => uploadRecording(person),
  );
  await recordLive(person);
  await untilQuiet(installation);
  const shared = () => account.transcripts.filter(({ share }) => share.certain);
  await until(
    () => shared().length > 0,
    () => shareTranscript(person),
  );
  const asked = () =>
    account.transcripts.filter(({ questions }) => questions.some(({ answer }) => answer !== null));
  await until(
    () => asked().length > 0,
    () => ask(person),
  );
  await until(
    () => account.transcripts.some(({ state }) => (state.certain?.editCount ?? 0) > 0),
    () => renameThings(person),
  );
  await makeProject(person);
  await addArticle(person);
  await addArticle(person);
  await leaveOrJoin(person);
  return { workload, person, shared, asked };
}

it('finds nothing if nothing was broken, and names each kind of loss', async () => {
  const installation = await startInstallation({ webs: 1, workers: 1, chunkMs: 0 });
  const { query, dataDir } = installation;
  const { workload, person, shared, asked } = await busyPerson(installation);
  expect(await verify(installation, workload)).toMatchObject({ losses: [] });

  const [withLink] = shared();
  const [withAnswer] = asked().filter((each) => each !== withLink);
  const others = completed(person).filter((each) => each !== withLink && each !== withAnswer);
  const next = (): LedgerTranscript => {
    const transcript = others.pop();
    if (!transcript) throw new Error('There are not enough transcripts.');
    return transcript;
  };
  const fileOf = async ({ id }: LedgerTranscript) => {
    const [row] = await query<{ key: string }>(
      'select storage_key as key from media where transcript_id = $1',
      [id],
    );
    return join(dataDir, 'media', row?.key ?? '');
  };
  const expected: string[] = [];
  const plant = async (named: string, act: () => Promise<unknown>) => {
    await act();
    expected.push(named);
  };

  const deleted = next();
  await plant(`Transcript ${deleted.id} .* is null`, () =>
    query('delete from transcripts where id = $1', [deleted.id]),
  );
  const unnamed = next();
  await plant(`Transcript ${unnamed.id} .*"title":"Other"`, () =>
    query(`update transcripts set title = 'Other' where id = $1`, [unnamed.id]),
  );
  const rewritten = next();
  await plant(`Transcript ${rewritten.id} .*"lost"`, async () => {
    await query(`update segments set text = 'lost' where transcript_id = $1`, [rewritten.id]);
    // The node has sent the text before, and keeps it for as long as nothing says that it changed.
    await query('update transcripts set title = title where id = $1', [rewritten.id]);
  });
  const shortened = next();
  await plant(`Transcript ${shortened.id} has \\d+ segments`, () =>
    query('delete from segments where id = (select min(id) from segments where transcript_id = $1)', [
      shortened.id,
    ]),
  );
  const running = next();
  await plant(`Transcript ${running.id} is still being processed`, () =>
    query(`update transcripts set stage = 'recognizing' where id = $1`, [running.id]),
  );
  const failed = next();
  await plant(`Transcript ${failed.id} failed without a reason`, () =>
    query(`update transcripts set status = 'failed' where id = $1`, [failed.id]),
  );
  const chunked = next();
  await plant(`Transcript ${chunked.id} is completed and has chunks`, () =>
    query(`insert into chunks (transcript_id, start_ms, end_ms, segments) values ($1, 0, 10000, '[]')`, [
      chunked.id,
    ]),
  );
  const twice = next();
  await plant(`${twice.recording.filename} became 2 transcripts`, () =>
    query(
      `insert into transcripts (user_id, title, normalized_title, source_type, original_filename, status, error_code, error_message)
        select user_id, title, normalized_title, source_type, original_filename, 'failed', 'x', 'x' from transcripts where id = $1`,
      [twice.id],
    ),
  );
  const fileless = next();
  await plant(`of transcript ${fileless.id} is missing`, async () => rm(await fileOf(fileless)));
  const cut = next();
  await plant(`of transcript ${cut.id} has 100 bytes`, async () => truncate(await fileOf(cut), 100));
  const changed = next();
  await plant(`recording of transcript ${changed.id} .* is not what was sent`, async () => {
    const file = await fileOf(changed);
    await truncate(file, changed.recording.sizeBytes - 1);
    await appendFile(file, '!');
  });
  await plant(`The file uploads/stray is nobody's`, () =>
    writeFile(join(dataDir, 'media/uploads/stray'), 'x'),
  );
  await plant('The working folder left is left', () =>
    mkdir(join(dataDir, 'work/left'), { recursive: true }),
  );
  await plant(`Transcript ${withLink?.id} has the link null`, () =>
    query('delete from shares where transcript_id = $1', [withLink?.id]),
  );
  await plant('Run .* has 1 questions and 0 answers', () =>
    query(`delete from messages where role = 'assistant' and transcript_id = $1`, [withAnswer?.id]),
  );
  const [article, kept] = person.account.projects.flatMap(({ articles }) => articles);
  await plant(`${article?.filename} of .* is not there`, () =>
    query('delete from articles where filename = $1', [article?.filename]),
  );
  await plant(`The file of ${kept?.filename} of .* is not what was sent`, async () => {
    const [row] = await query<{ key: string }>(
      'select storage_key as key from articles where filename = $1',
      [kept?.filename],
    );
    await appendFile(join(dataDir, 'media', row?.key ?? ''), 'x');
  });
  await plant(`${person.account.name} is not in the shared project`, () =>
    query(`delete from members where user_id = $1 and role = 'editor'`, [person.id]),
  );
  await plant('Job .* of sweep is created', () =>
    query(
      `insert into pgboss.job (name, data, start_after) values ('sweep', '{}', now() + interval '1 hour')`,
    ),
  );

  const stuck = await untilQuiet(installation, 1000);
  const damage = await findDamage(installation);
  await verifyPerson(person);
  const found = [...stuck, ...damage, ...person.ledger.losses];
  for (const named of expected) expect(found).toContainEqual(expect.stringMatching(named));
});
