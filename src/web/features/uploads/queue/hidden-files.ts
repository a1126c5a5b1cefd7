const SYSTEM_FILES = new Set(['thumbs.db', 'desktop.ini']);

/** Whether a file or folder is one that people do not see: of the system, or of a program that has it open. */
export function isHidden(name: string): boolean {
  return /^(\.|~\$|__MACOSX$)/.test(name) || SYSTEM_FILES.has(name.toLowerCase());
}
