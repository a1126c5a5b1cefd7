import { describe } from 'vitest';
import { describeOddRecordings } from '../odd-recordings.compliance.ts';
import { describeMediaTool, OLD } from '../tool.compliance.ts';
import { createNodeAvTool } from './tool.ts';

describe('node-av', () => {
  // Each reading starts a Node.js process; tests of the suite read MP4 and MP3 as well, and tests/slow/media-tools.test.ts goes through all formats.
  describeMediaTool(createNodeAvTool(), 'selection', OLD);
  describeOddRecordings(createNodeAvTool(), 'selection');
});
