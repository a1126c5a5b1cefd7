const NEEDED = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP'];

/** The environment of a process that reads strangers' files: what a program needs to start, and none of the settings, which hold secrets. */
export function childEnvironment(): Record<string, string> {
  return Object.fromEntries(NEEDED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
