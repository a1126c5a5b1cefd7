import { findFfmpegTool } from './ffmpeg/tool.ts';
import { createNodeAvTool } from './node-av/tool.ts';
import type { MediaTool } from './tool.ts';

/** The system's ffmpeg where there is one (faster, and kept safe by the system's updates), else what npm carries. */
export async function findMediaTool(): Promise<MediaTool> {
  return (await findFfmpegTool()) ?? createNodeAvTool();
}
