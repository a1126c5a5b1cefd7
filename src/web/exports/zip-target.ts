import { saveFile } from '#web/lib/save-file.ts';
import type { ByteSink } from './zip-file.ts';

/** Where a ZIP file is written. Nothing is there before it is finished. */
export interface ZipTarget extends ByteSink {
  /** The name that it has there. */
  name: string;
  /** Saves the file. */
  finish: () => Promise<void>;
  /** Leaves nothing behind. */
  drop: () => Promise<void>;
}

/** What TypeScript's library lacks of browsers that can write into a file that somebody chose. */
interface FilePicking {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>;
}

const TYPE = 'application/zip';

/**
 * Asks where to save a ZIP file, if the browser can write into it as it is made; returns null if no place was chosen. Other browsers
 * download the file in the end. To be called when a button is pressed.
 */
export async function openZipTarget(name: string): Promise<ZipTarget | null> {
  // See FilePicking.
  const { showSaveFilePicker } = window as FilePicking;
  if (!showSaveFilePicker) return downloadTarget(name);
  try {
    const types = [{ description: 'ZIP', accept: { [TYPE]: ['.zip'] } }];
    return await fileTarget(await showSaveFilePicker({ suggestedName: name, types }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    // The browser, or the folder, allows no writing.
    return downloadTarget(name);
  }
}

type FileHandle = Awaited<ReturnType<NonNullable<FilePicking['showSaveFilePicker']>>>;

async function fileTarget(handle: FileHandle): Promise<ZipTarget> {
  const stream = await handle.createWritable();
  return {
    name: handle.name,
    write: (chunk) => stream.write(chunk),
    finish: () => stream.close(),
    drop: async () => {
      await stream.abort().catch(() => undefined);
      // Choosing the place made an empty file there.
      await handle.remove?.().catch(() => undefined);
    },
  };
}

function downloadTarget(name: string): ZipTarget {
  // As blobs, the browser can keep what is made outside its memory.
  const pieces: Blob[] = [];
  return {
    name,
    write: async (chunk) => void pieces.push(new Blob([chunk])),
    finish: async () => saveFile(name, new Blob(pieces, { type: TYPE })),
    drop: async () => void pieces.splice(0),
  };
}
