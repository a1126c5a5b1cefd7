import type { Embedder } from '#embedding/embedder.ts';

/** What vectors are kept with. */
export function modelOf({ name, version }: Pick<Embedder, 'name' | 'version'>): string {
  return `${name} ${version}`;
}
