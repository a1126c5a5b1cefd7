import createEspeak, { type EspeakEvent } from '@echogarden/espeak-ng-emscripten';

/** Synthetic speech and when each of its words begins. */
export interface TimedSpeech {
  samples: Float32Array;
  words: { text: string; startMs: number }[];
}

const SAMPLE_RATE = 16_000;

/** A synthesizer for 140 languages that reports when each word begins (espeak-ng; GPL, for development only). */
export async function createSpeaker(): Promise<(text: string, voice: string) => TimedSpeech> {
  const espeak = await createEspeak();
  const worker = await new espeak.eSpeakNGWorker();
  return (text, voice) => {
    worker.set_voice(voice);
    const sound: number[] = [];
    const events: EspeakEvent[] = [];
    worker.synthesize(text, (audio, heard) => {
      for (const value of audio ?? []) sound.push(value / 32_768);
      events.push(...heard);
    });
    const words = events
      .filter(({ type }) => type === 'word')
      .map((event) => {
        const from = event.text_position - 1;
        return { text: text.slice(from, from + event.word_length), startMs: event.audio_position };
      });
    return { samples: resample(Float32Array.from(sound), worker.get_samplerate()), words };
  };
}

/** Resamples to 16 kHz with a windowed sinc of 32 taps and a cutoff of 7.2 kHz. */
function resample(sound: Float32Array, fromRate: number): Float32Array {
  const taps = 16;
  const cutoff = Math.min(1, (0.9 * SAMPLE_RATE) / fromRate);
  return new Float32Array(Math.floor((sound.length * SAMPLE_RATE) / fromRate)).map((_, index) => {
    const middle = (index * fromRate) / SAMPLE_RATE;
    let sum = 0;
    for (let at = Math.ceil(middle - taps); at <= middle + taps; at++) {
      const distance = at - middle;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / taps);
      const x = Math.PI * distance * cutoff;
      sum += (sound[at] ?? 0) * window * cutoff * (x === 0 ? 1 : Math.sin(x) / x);
    }
    return sum;
  });
}
