import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename } from 'node:path';

const RATE = 16_000;
/** Each second has a tone of its own, which comes again after so many. */
const TONES = 128;
const [LOWEST_HZ, STEP_HZ] = [400, 25];
/** A tone begins with its second, and ends this much before the next, in seconds. */
const PAUSE = 0.15;
const [TONE_LEVEL, PILOT_LEVEL, PILOT_HZ] = [0.4, 0.02, 150];

/**
 * A recording that says what time it is: each second has its tone, and a quiet hum goes on below, so that the first sound that comes out of
 * a player can be seen. Every other minute has noise, which takes an encoder of a variable rate more bytes.
 */
export function tellingTime(seconds: number): Float32Array {
  const samples = new Float32Array(seconds * RATE);
  let noise = 1;
  for (let index = 0; index < samples.length; index += 1) {
    const second = Math.floor(index / RATE);
    const isTone = index % RATE < RATE * (1 - PAUSE);
    const tone = isTone ? TONE_LEVEL * Math.sin((2 * Math.PI * toneOf(second) * index) / RATE) : 0;
    noise = (noise * 16_807) % 2_147_483_647;
    const hiss = Math.floor(second / 60) % 2 === 1 ? 0.04 * (noise / 1_073_741_824 - 1) : 0;
    samples[index] = tone + PILOT_LEVEL * Math.sin((2 * Math.PI * PILOT_HZ * index) / RATE) + hiss;
  }
  return samples;
}

const toneOf = (second: number) => LOWEST_HZ + STEP_HZ * (second % TONES);

/** What a browser gave out after it was told to play from a moment. */
export interface Heard {
  from: number;
  rate: number;
  /** The player's time, in seconds, when it had given out so many of the samples. */
  shown: [number, number][];
  /** Of one channel, from shortly before the first sound on; empty if there was none. */
  samples: number[];
}

/**
 * Which second of `tellingTime` the first sound was, judged by the next beginning of a tone; null if there is none.
 * Its tone says which second it is near `from`.
 */
function secondHeard({ from, rate, samples }: Heard): number | null {
  const first = firstSound(samples);
  const quiet = Math.round(rate * 0.06);
  let since = 0;
  for (let index = Math.max(0, first); index < samples.length; index += 1) {
    if (Math.abs(samples[index] ?? 0) < TONE_LEVEL / 3) {
      since += 1;
      continue;
    }
    if (since >= quiet && index - first >= quiet) {
      const number = toneAt(samples.slice(index, index + Math.round(rate * 0.5)), rate);
      const near = Math.round((from - number) / TONES) * TONES + number;
      return near - (index - first) / rate;
    }
    since = 0;
  }
  return null;
}

/**
 * How much later, in seconds, the player's own time is than what is heard: in the middle of what is heard after a search, so that a moment
 * of silence at its beginning does not count. It has the latency of the system's sound in it, which is the same for all recordings.
 */
export function shownLate(heard: Heard): number | null {
  const second = secondHeard(heard);
  if (second === null) return null;
  const first = firstSound(heard.samples);
  const late = heard.shown
    .map(([index, at]) => at - (second + (index - first) / heard.rate))
    .toSorted((a, b) => a - b);
  return late[late.length >> 1] ?? null;
}

const firstSound = (samples: readonly number[]) =>
  samples.findIndex((sample) => Math.abs(sample) > PILOT_LEVEL / 4);

/** The number of the tone that these samples hold most of. */
function toneAt(samples: readonly number[], rate: number): number {
  const powers = Array.from({ length: TONES }, (_, number) => {
    const turn = (2 * Math.PI * toneOf(number)) / rate;
    let [re, im] = [0, 0];
    samples.forEach((sample, index) => {
      re += sample * Math.cos(turn * index);
      im += sample * Math.sin(turn * index);
    });
    return re * re + im * im;
  });
  return powers.indexOf(Math.max(...powers));
}

const PAGE = `<!doctype html><title>Listening</title><button>Listen</button><audio preload="auto"></audio><script type="module">
const query = new URLSearchParams(location.search);
const audio = document.querySelector('audio');
audio.src = query.get('file');
const said = (name) => new Promise((resolve, reject) => {
  audio.addEventListener(name, resolve, { once: true });
  audio.addEventListener('error', () => reject(new Error('error ' + audio.error?.code)), { once: true });
});
// Where it has come to, for a test that waits in vain.
const step = (name) => { document.title = name; };
document.querySelector('button').onclick = async () => {
  try {
    step('context');
    const context = new AudioContext();
    await context.resume();
    step('metadata');
    if (audio.readyState < 1) await said('loadedmetadata');
    const source = context.createMediaElementSource(audio);
    const tap = context.createScriptProcessor(4096, 1, 1);
    source.connect(tap);
    tap.connect(context.destination);
    let take = () => undefined;
    tap.onaudioprocess = (event) => take([...event.inputBuffer.getChannelData(0)]);
    const heard = [];
    for (const from of query.get('at').split(',').map(Number)) {
      audio.pause();
      await new Promise((resolve) => setTimeout(resolve, 300));
      step('seek to ' + from);
      const seeked = said('seeked');
      audio.currentTime = from;
      // A player that does not find the moment gives out nothing there.
      await Promise.race([seeked, new Promise((resolve) => setTimeout(resolve, 15000))]);
      let samples = [];
      const shown = [];
      const enough = new Promise((resolve) => {
        const stop = setTimeout(resolve, 15000);
        take = (block) => {
          if (samples.length === 0 && !block.some((sample) => Math.abs(sample) > 0.002)) return;
          shown.push([samples.length, audio.currentTime]);
          samples = samples.concat(block);
          if (samples.length > 2.2 * context.sampleRate) { clearTimeout(stop); take = () => undefined; resolve(); }
        };
      });
      step('play');
      audio.play().catch(() => undefined);
      step('listen');
      await enough;
      heard.push({ from, rate: context.sampleRate, shown, samples: samples.map((sample) => Math.round(sample * 1e4) / 1e4) });
    }
    globalThis.heard = JSON.stringify({ duration: audio.duration, heard });
  } catch (error) {
    globalThis.heard = JSON.stringify({ error: String(error) });
  }
};
</script>`;

/** Serves recordings by their names, in ranges as the application does, and a page that plays one from some moments. */
export async function serveListening(
  paths: readonly string[],
): Promise<{ addressOf(path: string, at: readonly number[]): string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = paths.find((each) => request.url === `/${basename(each)}`);
    if (!path) {
      response.setHeader('content-type', 'text/html').end(PAGE);
      return;
    }
    void stat(path).then(({ size }) => {
      const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
      const range = { start: Number(from), end: to === '' ? size - 1 : Math.min(size - 1, Number(to)) };
      response.writeHead(request.headers.range ? 206 : 200, {
        'content-type': TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        'accept-ranges': 'bytes',
        'content-length': range.end - range.start + 1,
        ...(request.headers.range ? { 'content-range': `bytes ${range.start}-${range.end}/${size}` } : {}),
      });
      createReadStream(path, range).pipe(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    addressOf: (path, at) => `http://127.0.0.1:${port}/?file=/${basename(path)}&at=${at.join()}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
  wav: 'audio/wav',
};
