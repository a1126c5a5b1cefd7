import { describe } from 'vitest';
import { describeMediaTool } from '../tool.compliance.ts';
import { findFfmpegTool } from './tool.ts';

const tool = await findFfmpegTool();

// Without ffmpeg there is nothing to test here: the application uses the other tool.
describe.skipIf(!tool)('ffmpeg', () => {
  if (tool) describeMediaTool(tool);
});
