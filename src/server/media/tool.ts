/** What is inside a recording. */
export interface MediaInfo {
  /** FFmpeg's name of the container, such as 'mov,mp4,m4a,3gp,3g2,mj2'. */
  formatName: string;
  /** MP4's major brand ('qt  ' for QuickTime), where there is one. */
  majorBrand: string | null;
  /** What the recording calls itself (ID3 and the like), as it is written there; null where it does not. */
  title: string | null;
  /** Null where the container does not tell. */
  durationMs: number | null;
  /** FFmpeg's name of the first sound stream's codec; null where there is no sound. */
  audioCodec: string | null;
  /** FFmpeg's name of the first picture stream's codec; null where there is none but cover art. */
  videoCodec: string | null;
}

export interface ToolOptions {
  signal: AbortSignal;
  /** Milliseconds of the recording that are done. */
  onProgress?: (doneMs: number) => void;
}

/**
 * Reads strangers' recordings, always in a process of its own and only from the local disk, with time limits, and with
 * both protocols and containers restricted: a playlist that is called .mp4 must not make it open other files.
 * Every implementation passes `tool.compliance.ts`.
 */
export interface MediaTool {
  readonly name: 'ffmpeg' | 'node-av';
  /**
   * Rejects with an AppError: 'media_unreadable' where it is no recording, 'media_timeout' where that took too long. With `Interrupted` where
   * somebody else ended the process, which says nothing about the recording.
   */
  probe(path: string, options: ToolOptions): Promise<MediaInfo>;
  /**
   * Writes the sound as raw 32-bit little-endian floats, mono, 16,000 samples a second. `target` holds a whole file or
   * is not there. Rejects as probe does, with 'no_audio' where nothing could be decoded and 'media_too_long' past the limit; with
   * `DiskFull` where there is no room for it.
   */
  decode(path: string, target: string, options: ToolOptions): Promise<{ durationMs: number }>;
  /** Writes an MP4 that browsers play (H.264 and AAC; sound alone where there is no picture). Rejects as decode does. */
  makePlayable(path: string, target: string, info: MediaInfo, options: ToolOptions): Promise<void>;
}

/** The containers that may be opened, by FFmpeg's names: what is not listed (playlists, images, text) is refused. */
export const OPENABLE_FORMATS = 'mov,mp3,wav,flac,ogg,matroska,webm,aac,avi,asf,aiff,caf,ac3,w64';

export const SAMPLE_RATE = 16_000;
