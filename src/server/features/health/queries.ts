import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

const ANSWER_MS = 3000;

export async function isDatabaseUp(db: Db): Promise<boolean> {
  const answer = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  const tooLate = new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_MS, false).unref());
  return Promise.race([answer, tooLate]);
}
