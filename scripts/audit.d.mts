/** What tests use of audit.mjs. */
interface Audit {
  problems: string[];
  note: string;
}

interface AuditOptions {
  root?: string;
  /** '2026-06-01'. */
  today?: string;
  env?: Record<string, string>;
  limitMs?: number;
}

export function auditDependencies(options?: AuditOptions): Promise<Audit>;
export function auditLock(lock: object, accepted: object): string[];
