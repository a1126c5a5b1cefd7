const NEEDED = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP'];

/**
 * The environment of a process that reads strangers' files: what a program needs to start, but no settings, because they contain
 * secrets.
 */
export function childEnvironment(): Record<string, string> {
  return Object.fromEntries(NEEDED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
