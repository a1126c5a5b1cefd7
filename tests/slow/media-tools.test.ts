import { describe } from 'vitest';
import { findFfmpegTool } from '#server/media/ffmpeg/tool.ts';
import { createNodeAvTool } from '#server/media/node-av/tool.ts';
import { describeOddRecordings } from '#server/media/odd-recordings.compliance.ts';
import { describeMediaTool } from '#server/media/tool.compliance.ts';

const ffmpeg = await findFfmpegTool();

describe('node-av', () => {
  describeMediaTool(createNodeAvTool(), 'whole');
  describeOddRecordings(createNodeAvTool());
});

// Without ffmpeg there is nothing to test here: the application uses the other tool.
describe.skipIf(!ffmpeg)('ffmpeg', () => {
  if (ffmpeg) describeMediaTool(ffmpeg, 'whole');
});
