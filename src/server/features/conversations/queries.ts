import { and, asc, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { messages } from '../../db/schema/index.ts';

export type MessageRow = typeof messages.$inferSelect;

/** What a conversation is about: a transcript, a project, or all that a person may ask about. */
export type About = { transcriptId: number } | { projectId: number } | { libraryOf: number };

function isAbout(about: About) {
  if ('projectId' in about) return eq(messages.projectId, about.projectId);
  if ('libraryOf' in about) return eq(messages.libraryOf, about.libraryOf);
  return eq(messages.transcriptId, about.transcriptId);
}

export async function listMessages(db: Db | Tx, about: About): Promise<MessageRow[]> {
  return db.select().from(messages).where(isAbout(about)).orderBy(asc(messages.id));
}

/** The last finished messages, oldest first. */
export async function listRecent(
  db: Db | Tx,
  { about, before, limit }: { about: About; before: number; limit: number },
): Promise<Pick<MessageRow, 'role' | 'content'>[]> {
  const rows = await db
    .select({ role: messages.role, content: messages.content })
    .from(messages)
    .where(
      and(isAbout(about), lt(messages.id, before), ne(messages.state, 'pending'), ne(messages.content, '')),
    )
    .orderBy(desc(messages.id))
    .limit(limit);
  return rows.reverse();
}

/** The last answered questions, newest first. */
export async function listEarlierQuestions(db: Db | Tx, about: About, limit: number): Promise<string[]> {
  const rows = await db
    .select({ content: messages.content })
    .from(messages)
    .where(
      and(
        isAbout(about),
        eq(messages.role, 'user'),
        // The question being stored now has no answer yet.
        sql`exists (select from messages answer where answer.run_id = messages.run_id
          and answer.role = 'assistant' and answer.state <> 'pending')`,
      ),
    )
    .orderBy(desc(messages.id))
    .limit(limit);
  return rows.map(({ content }) => content);
}

/** Inserts the question and an empty row for its answer; returns the ids of both. */
export async function insertQuestion(
  tx: Tx,
  row: Pick<MessageRow, 'userId' | 'content' | 'provider' | 'runId'> & { about: About },
): Promise<{ questionId: number; answerId: number }> {
  const { about, provider, runId } = row;
  const [question] = await tx
    .insert(messages)
    .values({ ...about, userId: row.userId, role: 'user', content: row.content, runId })
    .returning({ id: messages.id });
  const [answer] = await tx
    .insert(messages)
    .values({ ...about, role: 'assistant', content: '', state: 'pending', provider, runId })
    .returning({ id: messages.id });
  if (!question || !answer) throw new Error('The database returned no row for an insert.');
  return { questionId: question.id, answerId: answer.id };
}

/** Stores the answer in its row; undefined if the conversation was cleared in the meantime. */
export async function finishAnswer(
  db: Db | Tx,
  runId: string,
  answer: Pick<MessageRow, 'content' | 'state' | 'citations' | 'read'>,
): Promise<MessageRow | undefined> {
  const [row] = await db
    .update(messages)
    .set({ ...answer, createdAt: sql`now()` })
    .where(and(eq(messages.runId, runId), eq(messages.role, 'assistant')))
    .returning();
  return row;
}

/** Whether the question of a run is still in its conversation. */
export async function hasRun(db: Db | Tx, runId: string): Promise<boolean> {
  const rows = await db.select({ id: messages.id }).from(messages).where(eq(messages.runId, runId)).limit(1);
  return rows.length > 0;
}

/** Deletes a question that got no answer at all. */
export async function deleteRun(db: Db | Tx, runId: string): Promise<void> {
  await db.delete(messages).where(eq(messages.runId, runId));
}

/** Ends answers whose writer was killed. */
export async function endAbandoned(tx: Tx, about: About): Promise<void> {
  await tx
    .update(messages)
    .set({ state: 'cut_off' })
    .where(and(isAbout(about), eq(messages.state, 'pending')));
}

export async function deleteConversation(db: Db | Tx, about: About): Promise<void> {
  await db.delete(messages).where(isAbout(about));
}
