import { readFile } from 'node:fs/promises';
import type { TokenScope } from '#contract/token-scopes.ts';

/** The languages in which the examples are, in the order of the tabs. */
export const LANGUAGES = {
  curl: { label: 'curl', extension: 'sh' },
  python: { label: 'Python', extension: 'py' },
  typescript: { label: 'TypeScript', extension: 'ts' },
} as const;
export type Language = keyof typeof LANGUAGES;

/** A call that programs are likely to make, shown in each language. */
export interface Example {
  /** Of its section, and the name of its files in the folder `examples`. */
  id: string;
  title: string;
  scopes: readonly TokenScope[];
  /** In HTML. */
  note?: string;
}

export const EXAMPLES: readonly Example[] = [
  { id: 'list', title: 'List transcripts', scopes: ['read'] },
  { id: 'get', title: 'Read a transcript', scopes: ['read'] },
  {
    id: 'upload',
    title: 'Upload a recording, and wait for its text',
    scopes: ['transcribe', 'read'],
    note: 'A large file can also be sent in parts: <a href="#post-api-upload-id-parts">/api/upload/:id/parts</a>. Instead of asking again and again, a program can listen to the <a href="#get-api-events">events</a>.',
  },
  { id: 'search', title: 'Search everything that was said', scopes: ['read'] },
  {
    id: 'ask',
    title: 'Ask about a transcript',
    scopes: ['write'],
    note: 'The answer has citations such as <code>[citation:1:05]</code>: the minute and second at which it was said.',
  },
  {
    id: 'assistants',
    title: 'Call a tool as assistants do (MCP)',
    scopes: ['read'],
    note: 'Each tool needs its own scope.',
  },
];

/** The text of an example, as it is shown and as it runs. */
export async function readExample({ id }: Pick<Example, 'id'>, language: Language): Promise<string> {
  const { extension } = LANGUAGES[language];
  return (await readFile(new URL(`./examples/${id}.${extension}`, import.meta.url), 'utf8')).trimEnd();
}
