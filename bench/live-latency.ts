import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createLocalEngine } from '#speech/local/engine.ts';
import { defaultModelsDir } from '#speech/local/models.ts';
import { launchBrowser, signUp } from '#tests/support/browser.ts';
import { microphoneArgs } from '#tests/support/microphone.ts';
import { joinSounds, silence, speak, tone, writePcm } from '#tests/support/speak.ts';
import { ENGLISH_TEXTS } from './texts.ts';

const TEXTS = 8;
const BETWEEN_MS = 1500;
const TONE_AT_MS = 1500;
/** A tone marks when the microphone began to play; speech begins well after it. */
const TONE_MS = 300;
const SPEECH_AT_MS = 4000;
const WAIT_AFTER_MS = 4000;

interface Shown {
  atMs: number;
  text: string;
}

/**
 * Speaks into the microphone of a real browser and records what live text shows when. The end of each word comes from the engine's own word times of
 * the whole recording (37 ms off in the median). Returns the delays of the words that appeared, in milliseconds.
 */
export async function measureLiveText(url: string, folder: string) {
  const voices = ['slt', 'rms', 'awb'] as const;
  const spoken: Float32Array[] = [];
  for (const [index, text] of ENGLISH_TEXTS.slice(-TEXTS).entries()) {
    spoken.push(await speak(text, { voice: voices[index % 3] ?? 'slt' }), silence(BETWEEN_MS));
  }
  const talk = joinSounds(...spoken);
  const reference = await wordEnds(talk, folder);
  const microphone = joinSounds(
    silence(TONE_AT_MS),
    tone(TONE_MS, 1000, 0.5),
    silence(SPEECH_AT_MS - TONE_AT_MS - TONE_MS),
    talk,
  );
  const browser = await launchBrowser(await microphoneArgs(join(folder, 'microphone.wav'), microphone));
  try {
    const page = await browser.newPage();
    await page.addInitScript(watchSoundAndText);
    await signUp(page, url);
    await page.goto(`${url}/?input=recording`);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForTimeout(microphone.length / 16 + WAIT_AFTER_MS);
    const { toneAtMs, shown } = await watched(page);
    const speechAtMs = toneAtMs - TONE_AT_MS + SPEECH_AT_MS;
    const waits = reference.flatMap(({ endMs }, index) => {
      const first = shown.find(({ text }) => matched(reference, text).has(index));
      return first ? [first.atMs - (speechAtMs + endMs)] : [];
    });
    return { waits, words: reference.length, shown: waits.length };
  } finally {
    await browser.close();
  }
}

async function wordEnds(talk: Float32Array, folder: string) {
  const engine = createLocalEngine({ modelsDir: defaultModelsDir() });
  try {
    const audio = await writePcm(join(folder, 'talk.pcm'), talk);
    const { segments } = await engine.transcribe(
      audio,
      { diarize: false, done: [] },
      { signal: new AbortController().signal, onProgress: () => undefined, onChunk: async () => undefined },
    );
    return segments.flatMap(({ words }) => words.map(({ text, endMs }) => ({ word: plain(text), endMs })));
  } finally {
    await engine.close();
  }
}

/** Runs in the page: records when the first loud audio arrives, and what the live text box shows when. */
function watchSoundAndText(): void {
  const notes: { toneAtMs: number; shown: Shown[] } = { toneAtMs: 0, shown: [] };
  Reflect.set(window, 'notes', notes);
  const createSource = AudioContext.prototype.createMediaStreamSource;
  AudioContext.prototype.createMediaStreamSource = function (stream) {
    const source = createSource.call(this, stream);
    const analyser = new AnalyserNode(this, { fftSize: 256 });
    source.connect(analyser);
    const samples = new Float32Array(256);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      if (!samples.some((value) => Math.abs(value) > 0.05)) return;
      clearInterval(timer);
      notes.toneAtMs = performance.now();
    }, 4);
    return source;
  };
  new MutationObserver(() => {
    const text = document.querySelector('section[aria-label="Live text"] p[dir]')?.textContent ?? '';
    if (text !== (notes.shown.at(-1)?.text ?? '')) notes.shown.push({ atMs: performance.now(), text });
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

function watched(page: Page): Promise<{ toneAtMs: number; shown: Shown[] }> {
  return page.evaluate(() => Reflect.get(window, 'notes'));
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9']/g, '');
}

/** Which words of the reference are in a text, by their longest common subsequence. */
function matched(reference: readonly { word: string }[], text: string): Set<number> {
  const words = text.split(/\s+/).map(plain).filter(Boolean);
  const width = words.length + 1;
  const lengths = new Uint16Array((reference.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = reference.length - 1; row >= 0; row -= 1) {
    for (let column = words.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        reference[row]?.word === words[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const found = new Set<number>();
  for (let [row, column] = [0, 0]; row < reference.length && column < words.length; ) {
    if (reference[row]?.word === words[column]) {
      found.add(row);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return found;
}
