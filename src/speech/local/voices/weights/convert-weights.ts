import { writeModel } from '../onnx-graph.ts';
import { campplusGraph } from './campplus.ts';
import { readStateDict } from './state-dict.ts';

/**
 * Makes the network that `loadVoiceNetwork` loads out of the published weights of CAM++ (a PyTorch state dict of 28 MB, from anywhere).
 * Takes 0.6 s and some 180 MB of memory. Throws an Error that says what is wrong if they are damaged or of another network.
 */
export function convertWeights(stateDict: Uint8Array): Uint8Array {
  return writeModel(campplusGraph(readStateDict(stateDict)));
}
