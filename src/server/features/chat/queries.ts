import { and, asc, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { messages } from '../../db/schema/index.ts';

export type MessageRow = typeof messages.$inferSelect;

export async function listMessages(db: Db | Tx, transcriptId: number): Promise<MessageRow[]> {
  return db.select().from(messages).where(eq(messages.transcriptId, transcriptId)).orderBy(asc(messages.id));
}

/** The last messages that are finished, oldest first. */
export async function listRecent(
  db: Db | Tx,
  { transcriptId, before, limit }: { transcriptId: number; before: number; limit: number },
): Promise<Pick<MessageRow, 'role' | 'content'>[]> {
  const rows = await db
    .select({ role: messages.role, content: messages.content })
    .from(messages)
    .where(
      and(
        eq(messages.transcriptId, transcriptId),
        lt(messages.id, before),
        ne(messages.state, 'pending'),
        ne(messages.content, ''),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(limit);
  return rows.reverse();
}

/** The question, and a place for its answer; gives the question's id. */
export async function insertQuestion(
  tx: Tx,
  row: Pick<MessageRow, 'userId' | 'content' | 'provider' | 'runId'> & { transcriptId: number },
): Promise<number> {
  const { transcriptId, provider, runId } = row;
  const [question] = await tx
    .insert(messages)
    .values({ transcriptId, userId: row.userId, role: 'user', content: row.content, runId })
    .returning({ id: messages.id });
  await tx
    .insert(messages)
    .values({ transcriptId, role: 'assistant', content: '', state: 'pending', provider, runId });
  if (!question) throw new Error('The database answered no row for an insert.');
  return question.id;
}

/** Puts the answer into its place; undefined when the conversation was cleared meanwhile. */
export async function finishAnswer(
  db: Db | Tx,
  runId: string,
  answer: Pick<MessageRow, 'content' | 'state' | 'citations'>,
): Promise<MessageRow | undefined> {
  const [row] = await db
    .update(messages)
    .set({ ...answer, createdAt: sql`now()` })
    .where(and(eq(messages.runId, runId), eq(messages.role, 'assistant')))
    .returning();
  return row;
}

/** A question that got no answer at all leaves nothing. */
export async function deleteRun(db: Db | Tx, runId: string): Promise<void> {
  await db.delete(messages).where(eq(messages.runId, runId));
}

/** Answers whose writer was killed. */
export async function endAbandoned(tx: Tx, transcriptId: number): Promise<void> {
  await tx
    .update(messages)
    .set({ state: 'cut_off' })
    .where(and(eq(messages.transcriptId, transcriptId), eq(messages.state, 'pending')));
}

export async function deleteConversation(db: Db | Tx, transcriptId: number): Promise<void> {
  await db.delete(messages).where(eq(messages.transcriptId, transcriptId));
}
