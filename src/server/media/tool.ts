/** What a recording contains. */
export interface MediaInfo {
  /** FFmpeg's name of the container, such as 'mov,mp4,m4a,3gp,3g2,mj2'. */
  formatName: string;
  /** MP4's major brand ('qt  ' for QuickTime), if there is one. */
  majorBrand: string | null;
  /** The embedded title (ID3 and the like), as written, up to `MAX_TAG_LENGTH`; null if there is none. */
  title: string | null;
  /** Null if the container does not say. */
  durationMs: number | null;
  /** FFmpeg's name of the first audio stream's codec; null if there is no audio. */
  audioCodec: string | null;
  /** FFmpeg's name of the first video stream's codec; null if there is none except cover art. */
  videoCodec: string | null;
}

/** In UTF-16 code units. A stranger's recording can have a title of many megabytes. */
export const MAX_TAG_LENGTH = 10_000;

/** A part of a recording as a file of its own. */
export interface ClipCut {
  startMs: number;
  endMs: number;
  /** MP4 requires a recording with a picture. */
  format: 'mp3' | 'mp4';
  /**
   * Captions to draw into the picture: a folder with `CAPTIONS_FILE` (Advanced SubStation Alpha, its times from the start of the
   * clip) and a folder `FONTS_FOLDER` with the fonts that it names.
   */
  captionsFolder?: string;
}

export const CAPTIONS_FILE = 'captions.ass';
export const FONTS_FOLDER = 'fonts';

export interface ToolOptions {
  signal: AbortSignal;
  /** Milliseconds of the recording processed so far. */
  onProgress?: (doneMs: number) => void;
}

/**
 * Reads strangers' recordings, always in a separate process and only from the local disk, with time limits, and with both
 * protocols and containers restricted: a playlist named .mp4 must not make it open other files. Every implementation passes
 * `tool.compliance.ts`.
 */
export interface MediaTool {
  readonly name: 'ffmpeg' | 'node-av';
  /**
   * Rejects with an AppError: 'media_unreadable' if it is not a recording, 'media_timeout' if it took too long. Rejects with
   * `Interrupted` if something else ended the process, which says nothing about the recording.
   */
  probe(path: string, options: ToolOptions): Promise<MediaInfo>;
  /**
   * Writes the audio as raw 32-bit little-endian floats, mono, at 16,000 samples per second. `target` is a complete file or does
   * not exist. Rejects as probe does, with 'no_audio' if nothing could be decoded, 'media_too_long' past the limit, and
   * `DiskFull` if there is no room.
   */
  decode(path: string, target: string, options: ToolOptions): Promise<{ durationMs: number }>;
  /** Writes an MP4 that browsers play (H.264 and AAC; audio only if there is no video). Rejects as decode does. */
  makePlayable(path: string, target: string, info: MediaInfo, options: ToolOptions): Promise<void>;
  /**
   * Writes a part of a recording as MP3, or as MP4 (H.264 and AAC), exact to a frame. `onProgress` counts from the start of the
   * clip. Rejects as decode does, with 'clip_empty' if the recording ends before the part begins, and with
   * 'clip_tool_incomplete' if this installation's FFmpeg lacks what it takes.
   */
  cutClip(path: string, target: string, cut: ClipCut, options: ToolOptions): Promise<void>;
}

/** The containers that may be opened, by FFmpeg's names: everything else (playlists, images, text) is refused. */
export const OPENABLE_FORMATS = 'mov,mp3,wav,flac,ogg,matroska,webm,aac,avi,asf,aiff,caf,ac3,w64';

export const SAMPLE_RATE = 16_000;
