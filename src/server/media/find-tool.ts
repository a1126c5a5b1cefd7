import { findFfmpegTool } from './ffmpeg/tool.ts';
import { createNodeAvTool } from './node-av/tool.ts';
import type { MediaTool } from './tool.ts';

/** The system's ffmpeg if there is one (faster, and patched by the system's updates), else the one from npm. */
export async function findMediaTool(): Promise<MediaTool> {
  return (await findFfmpegTool()) ?? createNodeAvTool();
}
