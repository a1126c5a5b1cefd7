declare module 'sherpa-onnx-node' {
  interface OfflineStream {
    acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void;
  }
  interface OfflineRecognizer {
    createStream(): OfflineStream;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): { text: string };
  }
  /** The package is CommonJS, and Node cannot detect its named exports. */
  const sherpa: { OfflineRecognizer: new (config: object) => OfflineRecognizer };
  // biome-ignore lint/style/noDefaultExport: the package has a default export.
  export default sherpa;
}
