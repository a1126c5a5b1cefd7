// Runs on the browser's audio thread: takes microphone audio and hands it to the page in the format that speech recognition needs.
import { createResampler, type Resample } from './resampler.ts';

// A worklet's globals, which TypeScript's DOM types do not cover.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: ListenerOptions }) => AudioWorkletProcessor,
): void;

/** Passed in, because importing the contract would bundle its validation library. */
interface ListenerOptions {
  toRate: number;
}

/** Messages per second. */
const MESSAGES = 4;

class SoundListener extends AudioWorkletProcessor {
  #resample: Resample;
  #heard: Int16Array<ArrayBuffer>;
  #count = 0;

  constructor({ processorOptions: { toRate } }: { processorOptions: ListenerOptions }) {
    super();
    this.#resample = createResampler(sampleRate, toRate);
    this.#heard = new Int16Array(toRate / MESSAGES);
  }

  process([channels]: Float32Array[][]): boolean {
    const [first, second] = channels ?? [];
    if (!first) return true;
    const mono = second ? first.map((value, index) => (value + (second[index] ?? 0)) / 2) : first;
    this.#resample(mono, (value) => {
      this.#heard[this.#count] = Math.round(Math.max(-1, Math.min(1, value)) * 32_767);
      this.#count += 1;
      if (this.#count === this.#heard.length) this.#send();
    });
    return true;
  }

  #send(): void {
    const { length } = this.#heard;
    this.port.postMessage(this.#heard, [this.#heard.buffer]);
    this.#heard = new Int16Array(length);
    this.#count = 0;
  }
}

registerProcessor('sound-listener', SoundListener);
