import { randomBytes } from 'node:crypto';
import { saveApiKeys } from '#contract/api-keys.ts';
import { ShareId } from '#contract/ids.ts';
import { authorizeUpload } from '#contract/uploads.ts';
import { ANTHROPIC_KEY } from '../anthropic-double.ts';
import type { TestApp } from '../app.ts';
import type { Person } from '../person.ts';
import { hostOf, stateOf, type World, withWorlds } from '../world.ts';

/**
 * A sender of odd requests: an anonymous caller, a visitor with a public link, a stranger and a viewer, who all attack another person's
 * world, and an owner, who mostly attacks his own.
 */
export interface Attacker {
  name: 'anonymous' | 'visitor' | 'stranger' | 'viewer' | 'owner';
  person: Person;
  /** The world that the attacker knows about. */
  target: World;
  /** Texts that the attacker must not see. */
  secrets: readonly string[];
}

export type Stage = Awaited<ReturnType<typeof withStage>>;

const GUESSED = ShareId.parse('A'.repeat(22));

/** Starts an application with the attackers and a victim, who does nothing and whose data must not change. */
export async function withStage() {
  const log: string[] = [];
  const { test, people, world } = await withWorlds({ onLog: (line) => log.push(line) });
  const [vera, olga, ursula] = [
    await test.person('Vera'),
    await test.person('Olga'),
    await test.person('Ursula'),
  ];
  const shared = await world({ owner: vera });
  const hidden = await world({ owner: vera, viewer: ursula });
  const ofMembers = await plant(test, shared, 'shared');
  const ofNobody = [
    ...(await plant(test, hidden, 'hidden')),
    ...(await plantAccount(test, vera)),
    ...[shared, hidden].flatMap(({ shareId, ids }) => [shareId, String(ids.token)]),
  ];
  const secrets = [...ofMembers, ...ofNobody];
  // Numeric ids can be guessed, links cannot.
  const target = { ...shared, shareId: GUESSED, ids: { ...shared.ids, shareId: GUESSED, token: GUESSED } };
  const withLink = { ...target, ids: { ...target.ids, shareId: shared.shareId } };
  const besideLink = secrets.filter(
    (secret) => secret !== shared.shareId && !/^shared(title|file|speaker|words)/.test(secret),
  );
  let own: World | undefined;
  const attackers: Attacker[] = [
    { name: 'anonymous', person: test.visitor(), target, secrets },
    { name: 'visitor', person: test.visitor(), target: withLink, secrets: besideLink },
    { name: 'stranger', person: people.stranger, target, secrets },
    { name: 'viewer', person: people.viewer, target, secrets: ofNobody },
    { name: 'owner', person: olga, target, secrets },
  ];
  return {
    test,
    host: hostOf(test),
    log,
    secrets,
    attackers,
    /** A world of the owner, without the other attackers as members; a new one if requested, because the owner may destroy it. */
    ownWorld: async ({ isNew }: { isNew: boolean }) => {
      if (isNew) own = undefined;
      own ??= await world({ owner: olga, viewer: ursula });
      return own;
    },
    /** Everything about the victim in the database, as text. */
    victimState: async () =>
      [await stateOf(shared), await stateOf(hidden), await accountOf(test, vera)].join('\n'),
    restore: await restorer(test, shared),
  };
}

/** Puts unique texts into everything in a world that people read, and returns them. */
async function plant({ sql }: TestApp, { transcript, project }: World, mark: string): Promise<string[]> {
  const planted: string[] = [];
  const secret = (what: string) => {
    const text = `${mark}${what}${randomBytes(6).toString('hex')}`;
    planted.push(text);
    return text;
  };
  await sql(
    `update transcripts set title = $2, normalized_title = $2, original_filename = $3, speaker_names = jsonb_build_object('Speaker 1', $4::text)
      where id = $1`,
    [transcript, secret('title'), secret('file'), secret('speaker')],
  );
  await sql(
    `update segments set text = $2, normalized = $2, words = jsonb_build_array(jsonb_build_object(
      'text', $2::text, 'startMs', 0, 'endMs', 10, 'confidence', 1)) where transcript_id = $1`,
    [transcript, secret('words')],
  );
  await sql('update projects set name = $2, description = $3 where id = $1', [
    project,
    secret('project'),
    secret('description'),
  ]);
  await sql(
    'update articles set title = $2, content = $3, filename = $4, author = $5, excerpt = $3 where project_id = $1',
    [project, secret('article'), secret('content'), secret('pdf'), secret('author')],
  );
  await sql('update messages set content = $3 where transcript_id = $1 or project_id = $2', [
    transcript,
    project,
    secret('question'),
  ]);
  await sql('update notes set text = $2, quote = $3 where transcript_id = $1', [
    transcript,
    secret('note'),
    secret('quote'),
  ]);
  await sql(
    'update note_replies set text = $2 where note_id in (select id from notes where transcript_id = $1)',
    [transcript, secret('reply')],
  );
  return planted;
}

/** The texts of a person's account that nobody else may see. Members may see each other's names and addresses. */
async function plantAccount({ sql }: TestApp, person: Person): Promise<string[]> {
  // A working key, so that the victim's public link can answer questions.
  const key = ANTHROPIC_KEY;
  const filename = `hidden-upload-${randomBytes(6).toString('hex')}.wav`;
  await person.call(saveApiKeys, { body: { anthropicApiKey: key } });
  const upload = { filename, filesize: 5, contentType: 'audio/wav' };
  const { uploadId } = await person.call(authorizeUpload, { body: upload });
  const recording = randomBytes(16).toString('base64url');
  await sql('insert into recordings (id, user_id) values ($1, $2)', [recording, person.user?.id]);
  const [row] = await sql('select password_hash as hash from users where id = $1', [person.user?.id]);
  const session = person.cookie.split('=')[1] ?? '';
  // Nobody may see the prefix of password hashes or the storage keys of files, either.
  return [
    key,
    key.slice(7),
    filename,
    uploadId,
    recording,
    session,
    String(row?.hash),
    '$argon2',
    'matrix/file',
  ];
}

async function accountOf({ sql }: TestApp, { user }: Person): Promise<string> {
  const tables = ['sessions', 'api_keys', 'uploads', 'recordings', 'members', 'projects', 'transcripts'];
  const of = (table: string) =>
    table === 'projects' ? 'id in (select project_id from members where user_id = $1)' : 'user_id = $1';
  const parts = tables.map(
    (table) =>
      `(select jsonb_agg(to_jsonb(r) order by to_jsonb(r)::text) from ${table} as r where ${of(table)})`,
  );
  const [row] = await sql(
    `select jsonb_build_array((select to_jsonb(u) from users as u where id = $1), ${parts.join(', ')})::text as state`,
    [user?.id],
  );
  return String(row?.state);
}

/** Undoes what attackers are allowed to do: sign out, leave the project that they were invited to, and write notes and make clips there. */
async function restorer({ sql }: TestApp, { project, transcript }: World): Promise<() => Promise<void>> {
  const sessions = await sql('select to_jsonb(s) as row from sessions as s');
  const members = await sql('select to_jsonb(m) as row from members as m where project_id = $1', [project]);
  const notes = await sql('select to_jsonb(n) as row from notes as n where transcript_id = $1', [transcript]);
  const replies = await sql(
    'select to_jsonb(r) as row from note_replies as r where note_id in (select id from notes where transcript_id = $1)',
    [transcript],
  );
  const clips = await sql('select to_jsonb(c) as row from clips as c where transcript_id = $1', [transcript]);
  return async () => {
    await sql('delete from notes where transcript_id = $1', [transcript]);
    await sql('delete from clips where transcript_id = $1', [transcript]);
    for (const [table, rows] of [
      ['sessions', sessions],
      ['members', members],
      ['notes', notes],
      ['note_replies', replies],
      ['clips', clips],
    ] as const) {
      await sql(
        `insert into ${table} select r.* from jsonb_populate_recordset(null::${table}, $1) as r on conflict do nothing`,
        [JSON.stringify(rows.map(({ row }) => row))],
      );
    }
  };
}
