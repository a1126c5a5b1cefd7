import { expect, it } from 'vitest';
import { clearApiKey, getApiKeys, saveApiKeys } from '#contract/api-keys.ts';
import { askShared, askTranscript, getConversation } from '#contract/chat.ts';
import { createShare, getSharedTranscript } from '#contract/shares.ts';
import { getSummary, makeSummary } from '#contract/summary.ts';
import { getTranscript, listTranscripts } from '#contract/transcripts.ts';
import { withOwnClaude } from '#tests/support/talk.ts';

const GOOD = 'sk-ant-test-0123456789';
const WRONG = 'sk-ant-wrong-9876543210';
const SYSTEM = 'sk-ant-system-1357924680';

it('lets no key into logs, errors, events, answers or any other table', async () => {
  const heard: string[] = [];
  const { ann, params, claude, deps, visitor, sql } = await withOwnClaude({
    env: { ANTHROPIC_API_KEY: SYSTEM, LOG_LEVEL: 'trace' },
    onLog: (line) => heard.push(line),
  });
  deps.events.subscribe((message) => heard.push(JSON.stringify(message)));
  const { shareUrl } = await ann.call(createShare, { params });
  const shareId = shareUrl.split('/').at(-1) ?? '';
  const ask = () => ann.call(askTranscript, { params, body: { question: 'What about the budget?' } });
  const collect = async (call: Promise<unknown>) =>
    heard.push(
      JSON.stringify(
        await call.catch((error: { body: unknown; message: string }) => [error.body, error.message]),
      ),
    );
  const everything = async () => {
    await collect(ask());
    await collect(ann.call(makeSummary, { params }));
    await collect(visitor().call(askShared, { params: { shareId }, body: { question: 'Who calls?' } }));
    await collect(ann.call(getConversation, { params }));
    await collect(ann.call(getSummary, { params }));
    await collect(ann.call(getApiKeys, {}));
  };
  await everything();
  for (const key of [WRONG, GOOD]) {
    await collect(ann.call(saveApiKeys, { body: { anthropicApiKey: key } }));
    await collect(ann.call(saveApiKeys, { body: { anthropicApiKey: `${key} and more` } }));
    await everything();
    // The service itself repeats the key in what it says.
    claude.reply({ kind: 'error', status: 400, type: 'invalid_request_error', message: `bad ${key}` });
    await everything();
    claude.reply({ kind: 'malformed' }, { kind: 'malformed' }, { kind: 'malformed' });
    await everything();
  }
  await collect(ann.call(getTranscript, { params }));
  await collect(ann.call(listTranscripts, {}));
  await collect(visitor().call(getSharedTranscript, { params: { shareId } }));
  await collect(ann.call(clearApiKey, { params: { provider: 'anthropic' } }));

  const tables = await sql(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')",
  );
  for (const { name } of tables) {
    const rows = await sql(`select row_to_json(t)::text as row from (select * from ${String(name)}) t`);
    heard.push(...rows.map(({ row }) => String(row)));
  }
  const all = heard.join('\n');
  expect(heard.length).toBeGreaterThan(50);
  expect(all).toContain('They begin with this.');
  for (const key of [GOOD, WRONG, SYSTEM]) {
    // Neither the key nor a good part of it.
    expect(all).not.toContain(key.slice(0, -5));
    expect(all).not.toContain(key.slice(5));
  }
});
