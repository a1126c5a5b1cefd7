import { campplusGraph } from '#speech/local/voices/weights/campplus.ts';
import { seededRandom } from './random.ts';

/** Random weights of all the tensors that CAM++ asks for, always the same. */
export function madeWeights() {
  const random = seededRandom(3);
  const tensors = new Map<string, { name: string; dims: readonly number[]; data: Float32Array }>();
  campplusGraph({
    take(name, dims) {
      const size = dims.reduce((product, each) => product * each, 1);
      const scale = Math.sqrt(6 / (size / (dims[0] ?? 1)));
      const data = new Float32Array(size).map(() => {
        const value = random.below(2 ** 20) / 2 ** 20;
        return dims.length === 1 ? 0.5 + value : scale * (2 * value - 1);
      });
      tensors.set(name, { name, dims, data });
      return data;
    },
  });
  return [...tensors.values()];
}
