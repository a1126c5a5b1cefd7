import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Asker } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import { media, members, projects, transcripts } from '../../db/schema/index.ts';

export interface SameFile {
  sizeBytes: number;
  /** SHA-256, hex. */
  contentHash: string;
}

/** Whether a person may read a transcript of some file of this size. */
export async function hasFileOfSize(db: Db | Tx, asker: Asker, sizeBytes: number): Promise<boolean> {
  const rows = await db
    .select({ id: transcripts.id })
    .from(media)
    .innerJoin(transcripts, eq(transcripts.id, media.transcriptId))
    .where(and(eq(media.sizeBytes, sizeBytes), isNotNull(media.contentHash), readableBy(asker)))
    .limit(1);
  return rows.length > 0;
}

/** The transcripts made from a file that a person may read, the newest first, and how many there are. */
export async function findOfFile(
  db: Db | Tx,
  asker: Asker,
  { file, limit }: { file: SameFile; limit: number },
) {
  return db
    .select({
      id: transcripts.id,
      userId: transcripts.userId,
      title: transcripts.title,
      status: transcripts.status,
      projectId: transcripts.projectId,
      projectName: projects.name,
      createdAt: transcripts.createdAt,
      totalCount: sql<number>`count(*) over ()::integer`,
    })
    .from(media)
    .innerJoin(transcripts, eq(transcripts.id, media.transcriptId))
    .leftJoin(projects, eq(projects.id, transcripts.projectId))
    .where(
      and(eq(media.sizeBytes, file.sizeBytes), eq(media.contentHash, file.contentHash), readableBy(asker)),
    )
    .orderBy(desc(transcripts.id))
    .limit(limit);
}

/** Own ones, and those in projects of which the person is a member, as far as the caller reaches. */
function readableBy({ id: userId, reach }: Asker): SQL | undefined {
  const ofMember = sql`(select ${members.projectId} from ${members} where ${members.userId} = ${userId})`;
  return and(
    or(eq(transcripts.userId, userId), inArray(transcripts.projectId, ofMember)),
    reach === null ? undefined : eq(transcripts.projectId, reach),
  );
}
