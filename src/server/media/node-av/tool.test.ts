import { describe } from 'vitest';
import { describeMediaTool } from '../tool.compliance.ts';
import { createNodeAvTool } from './tool.ts';

describe('node-av', () => {
  describeMediaTool(createNodeAvTool());
});
