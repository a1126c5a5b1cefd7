// Runs on the browser's sound thread: takes what the microphone hears and gives it to the page as speech recognition wants it.
import { createResampler, type Resample } from './resampler.ts';

// What a worklet finds around it; the library's types know pages only.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: ListenerOptions }) => AudioWorkletProcessor,
): void;

/** Handed over, as the contract would bring its validation library along. */
interface ListenerOptions {
  toRate: number;
}

/** So many messages a second. */
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
