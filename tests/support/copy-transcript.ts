/**
 * SQL that gives a person a copy of a finished transcript with its segments, its recording and its waveform, and returns its `id`. Parameters:
 * the id of the original, the person's id, the storage key of their copy of the recording, and a title (null for the same one).
 */
export const COPY_TRANSCRIPT = `with made as (
    insert into transcripts select (jsonb_populate_record(original, jsonb_build_object('user_id', $2::integer, 'job_id', null,
      'id', nextval(pg_get_serial_sequence('transcripts', 'id')), 'title', coalesce($4::text, original.title),
      'normalized_title', coalesce(lower($4), original.normalized_title), 'created_at', now(), 'updated_at', now(), 'made_at', now()))).*
    from transcripts original where id = $1 returning id)
  , said as (
    insert into segments (transcript_id, position, revision, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
    select made.id, position, revision, $2, speaker, start_ms, end_ms, text, normalized, words, timing
    from segments, made where transcript_id = $1 order by position)
  , recorded as (
    insert into media
    select (jsonb_populate_record(original, jsonb_build_object('transcript_id', made.id, 'storage_key', $3::text))).*
    from media original, made where transcript_id = $1)
  , measured as (
    insert into fine_waveforms (transcript_id, status, peaks)
    select made.id, status, peaks from fine_waveforms, made where transcript_id = $1)
  select id from made`;
