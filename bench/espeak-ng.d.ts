declare module '@echogarden/espeak-ng-emscripten' {
  export interface EspeakEvent {
    type: 'samplerate' | 'sentence' | 'word' | 'phoneme' | 'end';
    /** Counted from 1, in characters of the text. */
    text_position: number;
    word_length: number;
    /** Milliseconds from the start of the sound. */
    audio_position: number;
  }
  export interface EspeakWorker {
    set_voice(name: string): void;
    get_samplerate(): number;
    synthesize(text: string, hear: (audio: Int16Array | null, events: EspeakEvent[]) => void): void;
  }
  /** The constructor gives a promise of the worker. */
  interface Espeak {
    eSpeakNGWorker: new () => Promise<EspeakWorker>;
  }
  const createEspeak: () => Promise<Espeak>;
  // biome-ignore lint/style/noDefaultExport: the package has a default export.
  export default createEspeak;
}
