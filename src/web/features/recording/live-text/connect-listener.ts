import { LIVE_SAMPLE_RATE } from '#contract/live-text.ts';
import listenerUrl from './sound-listener.ts?worker&url';

/** One message of the listener: a quarter of a second of samples. */
type Samples = Int16Array<ArrayBuffer>;

/** Connects a worklet to an audio source and returns a function that disconnects it. Throws if the browser has no worklets. */
export async function connectListener(
  source: MediaStreamAudioSourceNode,
  onSamples: (samples: Samples) => void,
): Promise<() => void> {
  const { context } = source;
  await context.audioWorklet.addModule(listenerUrl);
  const node = new AudioWorkletNode(context, 'sound-listener', {
    numberOfOutputs: 0,
    processorOptions: { toRate: LIVE_SAMPLE_RATE },
  });
  node.port.onmessage = ({ data }: MessageEvent<Samples>) => onSamples(data);
  source.connect(node);
  return () => {
    node.port.onmessage = null;
    source.disconnect(node);
    node.port.close();
  };
}
