import { useRef, useState } from 'react';
import { useAbortOnLeave, useLeaveWarning } from '#web/lib/leaving.ts';
import {
  exportTogether,
  type TogetherChoice,
  type TogetherItem,
  type TogetherRecord,
} from './export-together.ts';
import { openZipTarget, type ZipTarget } from './zip-target.ts';

/** How far an export of several transcripts is. */
export type TogetherState =
  /** `end`: how the last one ended, if no file was saved. */
  | { stage: 'choosing'; end: 'stopped' | 'not-written' | null }
  | { stage: 'running'; done: number; total: number; title: string }
  /** `fileName` is null if nothing could be exported, and so no file was saved. */
  | { stage: 'ended'; fileName: string | null; records: readonly TogetherRecord[] };

/** Exports several transcripts into one ZIP file, one export at a time. Unmounting the component cancels it, and closing the page asks first. */
export function useExportTogether() {
  const [state, setState] = useState<TogetherState>({ stage: 'choosing', end: null });
  const running = useRef<AbortController | null>(null);
  useAbortOnLeave(running);
  useLeaveWarning(state.stage === 'running');

  /** To be called when a button is pressed. `name` is the name of the ZIP file. */
  async function start(items: readonly TogetherItem[], choice: TogetherChoice, name: string): Promise<void> {
    const target = await openZipTarget(name);
    if (!target) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    try {
      const onProgress = (done: number, { title }: TogetherItem) =>
        setState({ stage: 'running', done, total: items.length, title });
      const records = await exportTogether(items, choice, { sink: target, signal, onProgress });
      setState({ stage: 'ended', fileName: await nameOfSaved(target, records), records });
    } catch {
      await target.drop();
      setState({ stage: 'choosing', end: signal.aborted ? 'stopped' : 'not-written' });
    }
  }

  return { state, start, cancel: () => running.current?.abort() };
}

/** Saves the file unless nothing is in it but the manifest. */
async function nameOfSaved(target: ZipTarget, records: readonly TogetherRecord[]): Promise<string | null> {
  if (records.every(({ files }) => files.length === 0)) {
    await target.drop();
    return null;
  }
  await target.finish();
  return target.name;
}
