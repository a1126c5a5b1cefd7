import { and, asc, desc, eq, lt, notExists, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { media, segments } from '../../db/schema/index.ts';

/** More than fit on any screen, in segments and in characters of all of them. */
const ROWS = 40;
const CHARACTERS = 8000;

const firstSegments = prepared((db) => {
  const transcriptId = sql.placeholder('transcriptId');
  const { position, startMs, id, text, speaker, timing } = segments;
  const first = db
    .select({ position, startMs, id, text, speaker, timing })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId))
    .orderBy(asc(position), asc(startMs), asc(id))
    .limit(ROWS)
    .as('first');
  const order = sql`(order by ${first.position}, ${first.startMs}, ${first.id})`;
  const counted = db
    .select({
      place: sql<number>`row_number() over ${order}`.as('place'),
      before: sql<number>`sum(length(${first.text})) over ${order} - length(${first.text})`.as('before'),
      startMs: first.startMs,
      text: first.text,
      speaker: first.speaker,
      timing: first.timing,
    })
    .from(first)
    .as('counted');
  const lastStart = db
    .select({ startMs })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId))
    .orderBy(desc(position), desc(startMs))
    .limit(1);
  const picture = db
    .select({ kind: media.kind })
    .from(media)
    .where(and(eq(media.transcriptId, transcriptId), eq(media.kind, 'video')));
  return db
    .select({
      startMs: counted.startMs,
      text: sql<string>`left(${counted.text}, (${CHARACTERS} - ${counted.before})::integer)`,
      speaker: counted.speaker,
      timing: counted.timing,
      lastStartMs: sql<number>`(${lastStart})`,
    })
    .from(counted)
    .where(and(lt(counted.before, CHARACTERS), notExists(picture)))
    .orderBy(counted.place)
    .prepare('first_segments');
});

/**
 * The first segments of the current text, in order, of all together no more than a screen holds; each with the start of the last one. None of
 * a recording with a picture.
 */
export function findFirstSegments(db: Db, transcriptId: number) {
  return firstSegments(db).execute({ transcriptId });
}
