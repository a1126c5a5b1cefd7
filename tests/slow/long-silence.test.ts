import { expect, it } from 'vitest';
import { Client } from '#tests/support/client.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';

/**
 * A frame of silence, 72 ms in 72 bytes: MPEG-2.5 layer III, mono, 8 kHz, 8 kbit/s. The side information of zeros says that no sound follows.
 * Format: http://www.mp3-tech.org/programmer/frame_header.html
 */
const SILENT_FRAME = Buffer.concat([Buffer.of(0xff, 0xe3, 0x18, 0xc0), Buffer.alloc(68)]);
const TEN_HOURS_MS = 36_000_000;
const FRAME_MS = 72;

it('takes ten hours of silence for what they are', async () => {
  const server = await startServer(await temporaryFolder());
  const ann = await Client.signUp(server.url);
  const frames = TEN_HOURS_MS / FRAME_MS;
  const file = Buffer.alloc(frames * SILENT_FRAME.length, SILENT_FRAME);
  const id = await ann.upload(file, 'silence.mp3');
  const done = await ann.until(id, ({ status }) => status !== 'processing');
  expect(done).toMatchObject({ status: 'completed', timestampedTranscript: [], wordCount: 0 });
  expect(Math.abs((done.duration ?? 0) - TEN_HOURS_MS / 1000)).toBeLessThan(1);
});
