import { Readable } from 'node:stream';
import { createClip } from '#contract/clips.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { TranscriptId } from '#contract/ids.ts';
import type { TestApp } from './app.ts';
import type { Person } from './person.ts';
import { seedTranscript } from './projects.ts';
import { wavRecording } from './recordings.ts';

/** Requests of which some are not what the types allow. */
export const makeClip = (person: Person, params: { id: TranscriptId }, body: object) =>
  person.call(createClip, { params, body: body as InputOf<typeof createClip>['body'] });

/** A finished transcript with its recording, made without a worker. */
export async function seedWithFile(test: TestApp, person: Person, durationMs = 6000): Promise<TranscriptId> {
  const id = await seedTranscript(test, person, {});
  const key = `uploads/clip-${id}`;
  const { sizeBytes } = await test.deps.store.put(key, Readable.from([await wavRecording(durationMs)]), {
    maxBytes: 100_000_000,
  });
  await test.sql(
    `insert into media (transcript_id, storage_key, size_bytes, mime_type, kind, transcode)
    values ($1, $2, $3, 'audio/wav', 'audio', 'not-needed')`,
    [id, key, sizeBytes],
  );
  await test.sql('update transcripts set duration_ms = $2 where id = $1', [id, durationMs]);
  return id;
}
