import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';

export interface TarMember {
  name: string;
  bytes: Buffer;
}

/** All members of a backup, the manifest last. */
export async function membersOf(path: string): Promise<TarMember[]> {
  const tar = createReadStream(path).pipe(extract());
  const members: TarMember[] = [];
  for await (const entry of tar) members.push({ name: entry.header.name, bytes: await buffer(entry) });
  return members;
}

/** Writes a tar file of these members. */
export async function writeMembers(path: string, members: readonly TarMember[]): Promise<void> {
  const tar = pack();
  for (const { name, bytes } of members) tar.entry({ name }, bytes);
  tar.finalize();
  await writeFile(path, await buffer(tar));
}

/** The same backup with a member added before its manifest, which names it if `isNamed`. */
export function withMember(
  members: readonly TarMember[],
  added: TarMember,
  { isNamed }: { isNamed: boolean },
): TarMember[] {
  const [last] = members.slice(-1);
  const manifest = JSON.parse(String(last?.bytes));
  const sha256 = createHash('sha256').update(added.bytes).digest('hex');
  const named = { name: added.name, sizeBytes: added.bytes.length, sha256 };
  if (isNamed) manifest.members.push(named);
  const text = Buffer.from(JSON.stringify(manifest));
  return [...members.slice(0, -1), added, { name: 'manifest.json', bytes: text }];
}
