import type { Page } from 'playwright-core';

/** The part of the video site's IFrame Player API that we use, with a clock instead of a video. */
const SCRIPT = `
window.YT = { Player: class {
  constructor(frame, { events }) {
    window.embed = this;
    this.events = events;
    this.at = 0; this.since = null; this.volume = 100; this.isQuiet = false;
    setTimeout(() => events.onReady(), 50);
  }
  tell(data) { setTimeout(() => this.events.onStateChange({ data }), 10); }
  playVideo() { if (this.since === null) this.since = performance.now(); this.tell(1); }
  pauseVideo() { this.at = this.getCurrentTime(); this.since = null; this.tell(2); }
  seekTo(seconds) { this.at = seconds; if (this.since !== null) this.since = performance.now(); }
  getCurrentTime() { return this.at + (this.since === null ? 0 : (performance.now() - this.since) / 1000); }
  getDuration() { return 120; }
  setVolume(volume) { this.volume = volume; }
  getVolume() { return this.volume; }
  mute() { this.isQuiet = true; }
  unMute() { this.isQuiet = false; }
  isMuted() { return this.isQuiet; }
  setPlaybackRate(data) { this.events.onPlaybackRateChange({ data }); }
  destroy() {}
} };
window.onYouTubeIframeAPIReady();
`;

/** Replaces the video site's player on a page with a stub that plays nothing. */
export async function stubEmbed(page: Page): Promise<void> {
  await page.route('https://www.youtube.com/iframe_api', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  );
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Video</title>' }),
  );
}

/** The position of the stub, in seconds; -1 before it has loaded. */
export function embedTime(page: Page): Promise<number> {
  return page.evaluate<number>('window.embed ? window.embed.getCurrentTime() : -1');
}
