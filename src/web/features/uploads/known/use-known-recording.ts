import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KnownRecording } from '#contract/uploads.ts';
import { hashFile } from './hash-file.ts';
import { knownQuery } from './known-query.ts';

/** Whether a chosen file is one of which there is a transcript; `newest` is the first of `totalCount`. */
export type KnownCheck =
  | { state: 'unknown' }
  | { state: 'comparing'; percent: number }
  /** Only its size is that of another. */
  | { state: 'new' }
  | { state: 'known'; newest: KnownRecording; totalCount: number };

const UNKNOWN: KnownCheck = { state: 'unknown' };
/** For queries that are not asked. */
const NO_FILE = { sizeBytes: 0, sha256: null };

/**
 * Finds out whether a file is known already: by its size, and only if that fits, by its hash. Ends when the file changes, and when
 * somebody skips it. A check that fails says nothing: it must not keep anybody from uploading.
 */
export function useKnownRecording(file: File): { check: KnownCheck; skip: () => void } {
  const [progress, setProgress] = useState({ id: 0, percent: 0 });
  const [skipped, setSkipped] = useState<File | null>(null);
  const wanted = file === skipped ? null : file;
  const id = wanted ? idOf(wanted) : 0;
  const ofSize = useQuery({
    ...knownQuery(wanted ? { sizeBytes: wanted.size, sha256: null } : NO_FILE),
    enabled: wanted !== null,
  });
  const mayBeKnown = wanted !== null && ofSize.data?.mayBeKnown === true;
  const hash = useQuery(hashQuery(mayBeKnown ? wanted : null, (percent) => setProgress({ id, percent })));
  const sha256 = hash.data ?? null;
  const known = useQuery({
    ...knownQuery(wanted ? { sizeBytes: wanted.size, sha256 } : NO_FILE),
    enabled: mayBeKnown && sha256 !== null,
  });
  const skip = () => setSkipped(file);
  if (!mayBeKnown || hash.isError || known.isError) return { check: UNKNOWN, skip };
  if (sha256 === null || !known.data)
    return { check: { state: 'comparing', percent: progress.id === id ? progress.percent : 0 }, skip };
  const { transcripts, totalCount } = known.data;
  const [newest] = transcripts;
  return { check: newest ? { state: 'known', newest, totalCount } : { state: 'new' }, skip };
}

/** Two files that are chosen one after the other may have the same name, size and time. */
const ids = new WeakMap<File, number>();
let lastId = 0;

function idOf(file: File): number {
  const id = ids.get(file) ?? ++lastId;
  ids.set(file, id);
  return id;
}

function hashQuery(file: File | null, onProgress: (percent: number) => void) {
  return queryOptions({
    queryKey: ['file-hash', file && idOf(file)],
    queryFn: file ? ({ signal }) => hashFile({ file, signal, onProgress }) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    // Nothing is sent, so it also works without a network.
    networkMode: 'always',
  });
}
