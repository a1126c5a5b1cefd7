import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { encoded, titledMp3, wavRecording } from '#tests/support/recordings.ts';
import { describeOddRecordings } from '../odd-recordings.compliance.ts';
import { describeMediaTool } from '../tool.compliance.ts';
import { findFfmpegTool } from './tool.ts';

const tool = await findFfmpegTool();

// Without ffmpeg there is nothing to test here: the application uses the other tool.
describe.skipIf(!tool)('ffmpeg', () => {
  if (!tool) return;
  describeMediaTool(tool);
  describeOddRecordings(tool);

  it('calls a recording unreadable that makes ffprobe say more than anybody keeps', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tapescript-ffmpeg-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'title.mp3');
    const mp3 = await encoded(await wavRecording(300), 'mp3');
    await writeFile(path, titledMp3(mp3, 'The mill '.repeat(200_000)));
    const { signal } = new AbortController();
    await expect(tool.probe(path, { signal })).rejects.toMatchObject({ code: 'media_unreadable' });
  });
});
