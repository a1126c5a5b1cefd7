import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ERRORS } from '../errors.ts';
import type { ErrorTable } from './error-table.ts';

it('has every code of these tables exactly once', async () => {
  const codes: string[] = [];
  for (const file of await readdir(import.meta.dirname)) {
    if (!file.endsWith('-errors.ts')) continue;
    const tables: Record<string, ErrorTable> = await import(new URL(file, import.meta.url).href);
    codes.push(...Object.values(tables).flatMap(Object.keys));
  }
  expect(codes.toSorted()).toEqual(Object.keys(ERRORS).toSorted());
});
