import type { DownloadOptions } from '../sources/download.ts';
import type { PipOptions } from './pip.ts';

/** Where a model may come from. */
export interface ModelSource {
  name: string;
  /** Puts the model into its place. Rejects with an AppError or SourceFailed if another source may do better. */
  fetch(): Promise<void>;
}

/** `totalMs` and `pausesMs` are for each address. */
export interface FetchOptions extends Omit<DownloadOptions, 'maxBytes'> {
  modelsDir: string;
  /** Called with the name of each source of weights that is asked because no address had the model itself. */
  onWeights?: (source: string) => void;
  /** Replaces what pip starts with, and the time limit, in tests. */
  pip?: Pick<PipOptions, 'environment' | 'limitMs'>;
  /** Replaces the time limit of a conversion in tests. */
  conversionLimitMs?: number;
}
