import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tokenizer from 'llama-tokenizer-js';
import sherpa from 'sherpa-onnx-node';
import { modelPath } from '#speech/local/models.ts';

const TOKENS = 32_768;

/** The same model in sherpa-onnx, on one thread: returns the text of 16 kHz samples. */
export function loadSherpa(modelsDir: string, folder: string): (samples: Float32Array) => string {
  const tokens = join(folder, 'tokens.txt');
  writeFileSync(tokens, tokenLines());
  const recognizer = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: {
      moonshine: { encoder: modelPath(modelsDir, 'encoder'), mergedDecoder: modelPath(modelsDir, 'decoder') },
      tokens,
      numThreads: 1,
    },
  });
  return (samples) => {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: 16_000 });
    recognizer.decode(stream);
    return recognizer.getResult(stream).text;
  };
}

/** The vocabulary as sherpa-onnx reads it: the bytes of each token in base64 and its number. */
function tokenLines(): string {
  const { vocabById } = tokenizer;
  const lines = Array.from({ length: TOKENS }, (_, token) => {
    const text = vocabById[token] ?? `<<ST_${token - vocabById.length}>>`;
    const isByte = token >= 3 && token < 259;
    const bytes = isByte ? Buffer.of(token - 3) : Buffer.from(text.replaceAll('\u2581', ' '));
    return `${bytes.toString('base64')} ${token}`;
  });
  return `${lines.join('\n')}\n`;
}
