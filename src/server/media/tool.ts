import type { SoundChoice, SoundTrackFacts } from '#contract/sound-tracks.ts';
import type { PacketFacts, SoundClock } from './sound-clock.ts';

/** One sound track of a recording. */
export interface OneTrack extends PacketFacts {
  /** The number of its stream in the container. */
  index: number;
  /** Counted from 1, among all sound tracks of the recording. */
  number: number;
  channels: number;
}

/** What is heard of a recording: one of its `of` sound tracks, or several mixed, of which it is the first; `isBroken` and `lastMs` are then those of all. */
export interface SoundTrack extends OneTrack {
  of: number;
  /** The others that are mixed with it; none if it is heard alone. */
  mixedWith: readonly OneTrack[];
}

/** What is to be heard of a recording: by number, which are mixed if there are several, or what somebody chose; null: nobody did (`heard-tracks.ts`). */
export type WantedSound = readonly number[] | SoundChoice | null;

/** Decoded sound. */
export interface Decoded {
  durationMs: number;
  clock: SoundClock;
}

/** What a recording contains. */
export interface MediaInfo {
  /** FFmpeg's name of the container, such as 'mov,mp4,m4a,3gp,3g2,mj2'. */
  formatName: string;
  /** MP4's major brand ('qt  ' for QuickTime), if there is one. */
  majorBrand: string | null;
  /** The embedded title (ID3 and the like), up to `MAX_TAG_LENGTH`; null if there is none, or if its encoding cannot be told (`tag-text.ts`). */
  title: string | null;
  /** What the container says, which need not be true; null if it does not say. */
  durationMs: number | null;
  /** FFmpeg's name of the codec of the sound; null if there is no audio. */
  audioCodec: string | null;
  /** Null if there is no audio. */
  sound: SoundTrack | null;
  /** The sound tracks that can be chosen; none if the probe was told by number which are heard. */
  tracks: readonly SoundTrackFacts[];
  /** False for a WAV whose header does not say how long it is, which not all browsers play. */
  hasTrueSizes: boolean;
  /** FFmpeg's name of the first video stream's codec; null if there is none except cover art. */
  videoCodec: string | null;
}

/** In UTF-16 code units. A stranger's recording can have a title of many megabytes. */
export const MAX_TAG_LENGTH = 10_000;

/** What `makePlayable` has to know of a recording. */
export interface Playable {
  info: MediaInfo;
  /** What its decoding found. */
  clock: SoundClock;
}

/** A part of a recording as a file of its own. */
export interface ClipCut {
  sound: SoundTrack;
  startMs: number;
  endMs: number;
  /** MP4 requires a recording with a picture. */
  format: 'mp3' | 'mp4';
  /**
   * Captions to draw into the picture: a folder with `CAPTIONS_FILE` (Advanced SubStation Alpha, its times from the start of the
   * clip) and a folder `FONTS_FOLDER` with the fonts that it names.
   */
  captionsFolder?: string | undefined;
}

export const CAPTIONS_FILE = 'captions.ass';
export const FONTS_FOLDER = 'fonts';

export interface ToolOptions {
  signal: AbortSignal;
  /** Milliseconds of the recording processed so far. */
  onProgress?: (doneMs: number) => void;
}

export interface ProbeOptions extends ToolOptions {
  /** What is not there is not heard; if nothing is left, what is heard if nobody chooses. */
  wanted?: WantedSound;
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
  probe(path: string, options: ProbeOptions): Promise<MediaInfo>;
  /**
   * Writes one sound track (`decodeSound` mixes several) as raw 32-bit little-endian floats, mono, at 16,000 samples per second, from the recording's time 0 on: silence
   * where it has none. `target` is a complete file or does not exist. Rejects as probe does, with 'no_audio' if nothing could be decoded,
   * 'media_too_long' past the limit, and `DiskFull` if there is no room.
   */
  decode(path: string, target: string, sound: OneTrack, options: ToolOptions): Promise<Decoded>;
  /**
   * Writes an MP4 that browsers play (H.264 and AAC or MP3; audio only if there is no video), in which silence is written out.
   * Rejects as decode does.
   */
  makePlayable(path: string, target: string, recording: Playable, options: ToolOptions): Promise<void>;
  /**
   * Writes a part of a recording as MP3, or as MP4 (H.264 and AAC), exact to a frame. `onProgress` counts from the start of the
   * clip. Rejects as decode does, with 'clip_empty' if the recording ends before the part begins, and with
   * 'clip_tool_incomplete' if this installation's FFmpeg lacks what it takes.
   */
  cutClip(path: string, target: string, cut: ClipCut, options: ToolOptions): Promise<void>;
}

/**
 * The containers that may be opened, by FFmpeg's names: everything else (playlists, images, text) is refused. None of these makes FFmpeg
 * open other files.
 */
export const OPENABLE_FORMATS =
  'mov,mp3,wav,flac,ogg,matroska,webm,aac,avi,asf,aiff,caf,ac3,w64,mpegts,mpeg,mxf,amr,flv,au,wv,ape,dss';

export const SAMPLE_RATE = 16_000;
