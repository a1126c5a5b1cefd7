import { readFile, writeFile } from 'node:fs/promises';
import type { ConversionReply } from './conversion-process.ts';
import { convertWeights } from './convert-weights.ts';

/** A process that makes the network that describes voices out of a file of weights. */
async function convert(weights: string, network: string): Promise<ConversionReply> {
  try {
    await writeFile(network, convertWeights(await readFile(weights)));
    return {};
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

process.on('disconnect', () => process.exit(1));
const [, , weights = '', network = ''] = process.argv;
const reply = await convert(weights, network);
process.send?.(reply, undefined, undefined, () => process.exit(0));
