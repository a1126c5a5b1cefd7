import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TranscriptId } from '#contract/ids.ts';
import { TranscriptId as TranscriptIdSchema } from '#contract/ids.ts';
import { listTranscripts } from '#contract/transcripts.ts';
import { authorizeUpload, processUpload } from '#contract/uploads.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { startCluster } from '#server/db/embedded/cluster.ts';
import { Client } from '#tests/support/client.ts';
import { runServer } from '#tests/support/server.ts';
import { WAV_HEADER_BYTES, wavHeader } from './wav-header.ts';

const SEGMENTS = 9000;
const WORDS_A_SEGMENT = 10;
const SEGMENT_MS = 4000;
const WORD_MS = 380;
const TURN_SEGMENTS = 5;
const SPEAKERS = 4;
const SOUND = { rate: 8000, bits: 8 } as const;
export const DURATION_SECONDS = (SEGMENTS * SEGMENT_MS) / 1000;

/** A running server with one person who has a long transcript with sound to play; of 10 hours, unless told otherwise: 9,000 segments, 90,000 words, four speakers. */
export interface LongTranscript {
  client: Client;
  id: TranscriptId;
  url: string;
  pid: number | undefined;
  end(): Promise<void>;
}

/** Starts a server on an embedded database in `folder`, with one person and a long transcript. */
export async function serveLongTranscript(
  folder: string,
  { segments = SEGMENTS, env = {} }: { segments?: number; env?: Record<string, string> } = {},
): Promise<LongTranscript> {
  const cluster = await startCluster({ dataDir: join(folder, 'cluster'), log: () => undefined });
  const admin = new pg.Client({ ...cluster.connection, database: 'postgres' });
  await admin.connect();
  await admin.query('create database bench');
  await admin.end();
  const { host, user } = cluster.connection;
  const dataDir = join(folder, 'data');
  const databaseUrl = `postgres://${user}@localhost/bench?host=${encodeURIComponent(String(host))}`;
  const server = runServer(dataDir, { SPEECH_ENGINE: 'fake', DATABASE_URL: databaseUrl, ...env });
  const url = await server.ready;
  const client = await Client.signUp(url);
  const id = await shortTranscript(client);
  const pool = new pg.Pool({ ...cluster.connection, database: 'bench' });
  await fill(pool, id);
  await pool.end();
  const key = 'bench/silence.wav';
  await writeSilence(join(dataDir, 'media', key));
  return {
    client,
    id,
    url,
    pid: server.child.pid,
    end: async () => {
      await server.end('SIGTERM');
      await cluster.stop();
    },
  };

  async function fill(pool: pg.Pool, transcriptId: TranscriptId): Promise<void> {
    const { rows } = await pool.query('select user_id from transcripts where id = $1', [transcriptId]);
    await pool.query('delete from segments where transcript_id = $1', [transcriptId]);
    await pool.query(
      `insert into segments (transcript_id, position, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
        select $1, ordinal, $2, row->>'speaker', (row->>'startMs')::integer, (row->>'endMs')::integer, row->>'text',
          row->>'normalized', row->'words', 'measured' from jsonb_array_elements($3::jsonb) with ordinality as list(row, ordinal)`,
      [transcriptId, rows[0]?.user_id, JSON.stringify(longSegments(segments))],
    );
    await pool.query(
      `update transcripts set status = 'completed', stage = null, job_id = null, progress_percent = 100, title = 'Ten hours',
        duration_ms = $2, word_count = $3, segment_count = $4, accuracy = 93.5, language = 'en', error_code = null,
        error_message = null where id = $1`,
      [transcriptId, segments * SEGMENT_MS, segments * WORDS_A_SEGMENT, segments],
    );
    const peaks = Array.from({ length: 1800 }, (_, index) => 20 + ((index * 37) % 60));
    await pool.query(
      `update media set storage_key = 'bench/silence.wav', mime_type = 'audio/wav', kind = 'audio',
        transcode = 'not-needed', waveform = $2, waveform_bucket_ms = $3 where transcript_id = $1`,
      [transcriptId, JSON.stringify(peaks), (DURATION_SECONDS * 1000) / peaks.length],
    );
  }
}

/** A very short transcript, created in the normal way, to be filled. */
async function shortTranscript(client: Client): Promise<TranscriptId> {
  const file = Buffer.concat([wavHeader(8000, SOUND), Buffer.alloc(8000, 128)]);
  const body = { filename: 'long.wav', filesize: file.length, contentType: 'audio/wav' };
  const { uploadUrl, uploadId } = await client.call(authorizeUpload, { body });
  await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(file) });
  const { id } = await client.call(processUpload, { body: { uploadId } });
  await client.until(id, ({ status }) => status !== 'processing');
  await client.call(listTranscripts, {});
  return TranscriptIdSchema.parse(id);
}

const VOCABULARY =
  'the people of this town have long asked what will become of their old harbour and nobody could say when a new one would be built because every plan needs money time patience'.split(
    ' ',
  );

/** Segments as `serveLongTranscript` has them; of 10 hours unless told otherwise. */
export function longSegments(count = SEGMENTS) {
  return Array.from({ length: count }, (_, index) => {
    const startMs = index * SEGMENT_MS;
    const texts = Array.from(
      { length: WORDS_A_SEGMENT },
      (_each, word) => VOCABULARY[(index * 7 + word * 3) % VOCABULARY.length] ?? '',
    );
    // A unique word in each segment, to search for.
    texts[WORDS_A_SEGMENT - 1] = `mark${index}.`;
    const words = texts.map((text, word) => ({
      text,
      startMs: startMs + word * WORD_MS,
      endMs: startMs + (word + 1) * WORD_MS,
      confidence: 0.93,
    }));
    const text = texts.join(' ');
    const speaker = `Speaker ${(Math.floor(index / TURN_SEGMENTS) % SPEAKERS) + 1}`;
    return {
      speaker,
      startMs,
      endMs: startMs + SEGMENT_MS - 100,
      text,
      normalized: normalizeText(text),
      words,
    };
  });
}

/** Ten hours of silence, 8 bits a sample at 8 kHz; the file is a hole but for its header and takes no room. */
async function writeSilence(path: string): Promise<void> {
  const bytes = DURATION_SECONDS * SOUND.rate;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, wavHeader(bytes, SOUND));
  const file = await open(path, 'r+');
  await file.truncate(WAV_HEADER_BYTES + bytes);
  await file.close();
}
