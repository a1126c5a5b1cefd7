import { expect, it } from 'vitest';
import { editTranscript } from '#contract/edits.ts';
import { getSharedTranscript, getSharedWords } from '#contract/shares.ts';
import { getTranscript } from '#contract/transcripts.ts';
import type { TestApp } from '#tests/support/app.ts';
import { sharedTalk } from '#tests/support/shared-talk.ts';

it('gives each reader the text as it is now, packed or not', async () => {
  const { ann, id, shareId, url, visitor } = await sharedTalk(500);
  const read = async (encoding: string) => {
    const headers = { 'accept-encoding': encoding };
    const response = await fetch(`${url}/api/share/${shareId}`, { headers });
    expect(response.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
    return getSharedTranscript.response.parse(await response.json());
  };
  const before = await read('gzip');
  expect(await read('identity')).toMatchObject({ timestampedTranscript: before.timestampedTranscript });
  const { timestampedTranscript } = await ann.call(getTranscript, { params: { id } });
  expect(before.timestampedTranscript).toEqual(timestampedTranscript);
  const [first] = timestampedTranscript;
  if (!first) throw new Error('There is no text.');
  const segment = { id: first.id, revision: first.revision };
  await ann.call(editTranscript, {
    params: { id },
    body: { kind: 'text', segment, text: 'Something else.' },
  });
  expect((await read('gzip')).timestampedTranscript[0]?.text).toBe('Something else.');
  expect((await ann.call(getTranscript, { params: { id } })).transcript).toContain('Something else.');
  const { segments } = await visitor().call(getSharedWords, { params: { shareId } });
  expect(segments[0]?.words.map(([text]) => text)).toEqual(['Something', 'else.']);
});

it('ends a search in the database when nobody waits for it any more', async () => {
  const { ann, sql, url } = await sharedTalk(500);
  await whileLocked(sql, async () => {
    const searching = async () => {
      const rows = await sql(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%matching%'",
      );
      return rows.length;
    };
    const gone = new AbortController();
    const search = fetch(`${url}/api/transcripts/search?q=the`, {
      headers: { cookie: ann.cookie },
      signal: gone.signal,
    });
    await expect.poll(searching).toBe(1);
    gone.abort();
    await expect(search).rejects.toThrow();
    await expect.poll(searching).toBe(0);
  });
});

/** Nobody reads segments meanwhile. */
async function whileLocked(sql: TestApp['sql'], work: () => Promise<void>): Promise<void> {
  const locked = sql(
    'do $$ begin lock table segments; perform pg_sleep(60); exception when query_canceled then null; end $$',
  );
  const isLocked = async () => {
    const held = await sql(
      "select from pg_locks where relation = 'segments'::regclass and mode = 'AccessExclusiveLock' and granted",
    );
    return held.length === 1;
  };
  try {
    await expect.poll(isLocked).toBe(true);
    await work();
  } finally {
    await sql("select pg_cancel_backend(pid) from pg_stat_activity where query like 'do $$%lock table%'");
    await locked;
  }
}
