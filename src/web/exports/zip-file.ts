import { Zip, type ZipInputFile } from 'fflate';
import type { PackedFile } from './export-task.ts';

/** The most that a ZIP file can say without an extension that not every program reads. */
export const MAX_ZIP_FILES = 65_535;
const MAX_ZIP_BYTES = 2 ** 32 - 1;
/** What a ZIP file says about each file, once before it, once after it and once at the end, besides its name, which is there twice. */
const BYTES_PER_FILE = 30 + 16 + 46;
const END_BYTES = 22;

/** Takes the bytes of a ZIP file in their order. */
export interface ByteSink {
  write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void>;
}

type Packed = Pick<PackedFile, 'chunks' | 'crc' | 'sizeBytes'>;

/** A ZIP file that is written into a sink, file by file. `madeAt` is the time of all files; `maxBytes` is the most that it may become. */
export class ZipFile {
  readonly #sink: ByteSink;
  readonly #madeAt: Date;
  readonly #maxBytes: number;
  readonly #zip: Zip;
  #written: Uint8Array<ArrayBuffer>[] = [];
  #count = 0;
  /** How long the file is if it ends now. */
  #bytes = END_BYTES;

  constructor(sink: ByteSink, madeAt: Date, maxBytes = MAX_ZIP_BYTES) {
    this.#sink = sink;
    this.#madeAt = madeAt;
    this.#maxBytes = maxBytes;
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error;
      this.#written.push(chunk);
    });
  }

  /** Whether a file fits, and after it one more, for which `reservedBytes` stay free. */
  hasRoomFor(name: string, file: Packed, reservedBytes: number): boolean {
    const bytes = this.#bytes + bytesOf(name, file) + reservedBytes;
    return this.#count + 2 <= MAX_ZIP_FILES && bytes <= this.#maxBytes;
  }

  /** Adds a file; resolves when the sink has taken it. Throws the sink's error. */
  async add(name: string, file: Packed): Promise<void> {
    const { chunks, crc, sizeBytes } = file;
    this.#count += 1;
    this.#bytes += bytesOf(name, file);
    const entry: ZipInputFile = {
      filename: name,
      size: sizeBytes,
      crc,
      // Deflate.
      compression: 8,
      mtime: this.#madeAt,
    };
    this.#zip.add(entry);
    for (const [index, chunk] of chunks.entries()) entry.ondata?.(null, chunk, index === chunks.length - 1);
    await this.#flush();
  }

  /** Writes the end, after which nothing can be added. */
  async end(): Promise<void> {
    this.#zip.end();
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const written = this.#written;
    this.#written = [];
    for (const chunk of written) await this.#sink.write(chunk);
  }
}

function bytesOf(name: string, { chunks }: Packed): number {
  const packed = chunks.reduce((sum, { length }) => sum + length, 0);
  return packed + BYTES_PER_FILE + 2 * new TextEncoder().encode(name).length;
}
