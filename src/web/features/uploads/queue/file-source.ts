/** A file on the person's disk that can be read again after a reload: what was dropped, and the path from there if that is a folder. */
export interface FileSource {
  root: AskableHandle;
  path: readonly string[];
}

/** Not in TypeScript's library: only some browsers have it. */
export type AskableHandle = (FileSystemFileHandle | FileSystemDirectoryHandle) & {
  queryPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>;
};

const READ = { mode: 'read' } as const;

/** Reads the file as it is now. Throws if it is gone, or if the person has not allowed it since the last visit. */
export async function readSource({ root, path }: FileSource): Promise<File> {
  if (root.kind === 'file') return root.getFile();
  let folder = root;
  for (const name of path.slice(0, -1)) folder = await folder.getDirectoryHandle(name);
  return (await folder.getFileHandle(path.at(-1) ?? '')).getFile();
}

/** Whether the file may be read without asking the person. */
export async function isAllowed({ root }: FileSource): Promise<boolean> {
  return (await root.queryPermission?.(READ)) === 'granted';
}

/** Asks the person for permission, which browsers allow only after a click; says whether it was given. */
export async function askToRead({ root }: FileSource): Promise<boolean> {
  try {
    return (await isAllowed({ root, path: [] })) || (await root.requestPermission?.(READ)) === 'granted';
  } catch {
    // The click was too long ago: there is a button for another one.
    return false;
  }
}
