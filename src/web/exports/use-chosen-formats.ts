import { useState } from 'react';
import { ALL_FORMATS, type ExportFormat } from '#domain/exports/formats.ts';
import { readStoredJson, writeStored } from '#web/lib/stored.ts';

const NAME = 'export-formats';

/** The formats in which transcripts are exported together, and a setter. The last choice is remembered; the default is text. */
export function useChosenFormats(): [readonly ExportFormat[], (formats: readonly ExportFormat[]) => void] {
  const [formats, setFormats] = useState<readonly ExportFormat[]>(() => {
    const stored = readStoredJson(NAME);
    return Array.isArray(stored) ? ALL_FORMATS.filter((format) => stored.includes(format)) : ['txt'];
  });
  return [
    formats,
    (chosen) => {
      // In the order of the list, in which the files are then made.
      const ordered = ALL_FORMATS.filter((format) => chosen.includes(format));
      setFormats(ordered);
      writeStored(NAME, JSON.stringify(ordered));
    },
  ];
}
