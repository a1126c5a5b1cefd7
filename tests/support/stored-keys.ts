import type { TestApp } from './app.ts';

/** The keys of all stored files. */
export const storedKeys = async ({ deps }: Pick<TestApp, 'deps'>) => {
  const keys: string[] = [];
  for await (const { key } of deps.store.list('')) keys.push(key);
  return keys;
};
