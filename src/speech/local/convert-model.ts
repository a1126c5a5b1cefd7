import { rm } from 'node:fs/promises';
import { sha256Of } from './model-stamps.ts';
import type { PublishedWeights } from './models.ts';
import { type ConversionOptions, convertFile } from './voices/weights/conversion-process.ts';

/**
 * Converts the published weights of a model, which the caller has verified, to a network and verifies that, too. Nothing is left at `to` if that fails.
 * Rejects with a single plain sentence, or with the signal's reason.
 */
export async function convertModel(
  { name, converted }: PublishedWeights,
  { from, to }: { from: string; to: string },
  options: ConversionOptions,
): Promise<void> {
  try {
    const fault = await convertFile({ weights: from, network: to }, options);
    if (fault) throw new Error(`${name} could not be converted: ${fault}.`);
    if ((await sha256Of(to)) !== converted.sha256)
      throw new Error(`${name} was converted to another network than it should be.`);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}
