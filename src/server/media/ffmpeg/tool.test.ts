import { describe } from 'vitest';
import { describeMediaTool } from '../tool.compliance.ts';
import { findFfmpegTool } from './tool.ts';

const tool = await findFfmpegTool();

// A machine without ffmpeg has nothing to test here: the application uses the other one there.
describe.skipIf(!tool)('ffmpeg', () => {
  if (tool) describeMediaTool(tool);
});
