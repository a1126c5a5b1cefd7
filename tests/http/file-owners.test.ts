import { expect, it } from 'vitest';
import { testApp } from '#tests/support/app.ts';

it.each([
  ['media', 'storage_key = any($1::text[]) or transcode_storage_key = any($1::text[])'],
  ['uploads', 'storage_key = any($1::text[])'],
  ['recording_pieces', 'storage_key = any($1::text[])'],
  ['clips', 'storage_key = any($1::text[])'],
  ['articles', 'storage_key = any($1::text[])'],
])('whose a file of the store is, is looked up by an index of %s', async (table, condition) => {
  const { sql } = await testApp();
  // Of a table without rows PostgreSQL would read the whole.
  await sql('set enable_seqscan = off');
  const plan = await sql(`explain select from ${table} where ${condition}`, [['a', 'b']]);
  const text = JSON.stringify(plan);
  expect(text).toContain('_key_index');
  expect(text).not.toContain('Seq Scan');
});
