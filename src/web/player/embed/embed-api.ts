/** The part of the video site's IFrame Player API that we use. */
export interface EmbedPlayerApi {
  playVideo(): void;
  pauseVideo(): void;
  seekTo(seconds: number, allowSeekAhead: boolean): void;
  getCurrentTime(): number;
  getDuration(): number;
  setVolume(percent: number): void;
  getVolume(): number;
  mute(): void;
  unMute(): void;
  isMuted(): boolean;
  setPlaybackRate(rate: number): void;
  destroy(): void;
}

export interface EmbedEvents {
  onReady: () => void;
  /** -1 unstarted, 0 ended, 1 playing, 2 paused, 3 buffering, 5 cued. */
  onStateChange: (event: { data: number }) => void;
  onPlaybackRateChange: (event: { data: number }) => void;
  onError: (event: { data: number }) => void;
}

interface EmbedApi {
  Player: new (frame: HTMLIFrameElement, options: { events: EmbedEvents }) => EmbedPlayerApi;
}

declare global {
  interface Window {
    YT?: Partial<EmbedApi>;
    onYouTubeIframeAPIReady?: () => void;
  }
}

const SCRIPT = 'https://www.youtube.com/iframe_api';
const TIMEOUT_MS = 15_000;

let loading: Promise<EmbedApi> | null = null;

/** Loads the site's script, once. Rejects if it is blocked or does not load; the next call tries again. */
export function loadEmbedApi(): Promise<EmbedApi> {
  loading ??= inject().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

function inject(): Promise<EmbedApi> {
  const script = document.createElement('script');
  return new Promise<EmbedApi>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The script did not load in time.')), TIMEOUT_MS);
    window.onYouTubeIframeAPIReady = () => {
      const player = window.YT?.Player;
      if (!player) return;
      clearTimeout(timer);
      resolve({ Player: player });
    };
    script.onerror = () => {
      clearTimeout(timer);
      reject(new Error('The script could not be loaded.'));
    };
    script.src = SCRIPT;
    document.head.append(script);
  }).catch((error) => {
    script.remove();
    throw error;
  });
}
