/** What tests use of fetch-files.mjs. */
export interface FetchedFile {
  path: string;
  /** Where it begins in what comes out of the range. */
  offset: number;
  sizeBytes: number;
  sha256: string;
}

export interface Range {
  start: number;
  end: number;
  files: FetchedFile[];
}

/** `package` with its version, `platform` as in 'linux-x64'. */
export interface Entry {
  package: string;
  platform?: string;
  ranges: Range[];
}

export function entriesFor(entries: Entry[], machine: { platform: string; hasNode: boolean }): Entry[];
export function missingRanges(folder: string, entries: Entry[]): (Range & { package: string })[];
export function fetchRanges(
  folder: string,
  missing: (Range & { package: string })[],
  options: { registry: string; ca?: string },
): Promise<void>;
export function inflateRange(bytes: Uint8Array, maxBytes: number): Promise<Buffer>;
