import {
  type Edit,
  type EditResult,
  editTranscript,
  redoEdit,
  restoreEdit,
  undoEdit,
} from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import type { FindOptions } from '#domain/find-replace.ts';
import { call } from '#web/lib/api.ts';
import { formatCount } from '#web/lib/format.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { EditSession } from './edit-session.ts';
import { stepText } from './edit-words.ts';
import { revealRows } from './reveal-rows.ts';
import { messageOf } from './save-failure.ts';

/** The speaker to assign segments to: an existing one, by label, or a new one. */
export type NextSpeaker = { label: string } | { label: null; name: string };

/** A word, by its index in a segment at a revision. */
export interface ConfirmedWord {
  segmentId: number;
  revision: number;
  index: number;
}

export type EditCommands = ReturnType<typeof editCommands>;

/** Commands that change a transcript in one step on the server. Each reports what it did, or why it did nothing, and gives the result or null. */
export function editCommands(session: EditSession, id: TranscriptId) {
  const params = { id };

  /** Null if it was not done, which it reports. */
  async function attempt(request: () => Promise<EditResult>): Promise<EditResult | null> {
    try {
      return await session.run(request);
    } catch (error) {
      toast({ title: 'Not done', description: messageOf(error), variant: 'destructive' });
      return null;
    }
  }

  async function run(
    request: () => Promise<EditResult>,
    done: (result: EditResult) => void,
  ): Promise<EditResult | null> {
    const result = await attempt(request);
    if (!result) return null;
    revealRows(result.changed.map((segment) => segment.id));
    done(result);
    return result;
  }

  const undo = () => {
    let kind = session.steps().undo;
    return run(
      () => {
        // What was still being saved is now the last step.
        kind = session.steps().undo;
        return call(undoEdit, { params });
      },
      (result) => toast({ title: `Undid: ${stepText(kind, result)}` }),
    );
  };

  const redo = () => {
    const { redo: kind } = session.steps();
    return run(
      () => call(redoEdit, { params }),
      (result) => toast({ title: `Redid: ${stepText(kind, result)}` }),
    );
  };

  return {
    undo,
    redo,

    giveTo: (segmentIds: readonly number[], next: NextSpeaker) =>
      run(
        () => {
          const segments = segmentIds.map((localId) => {
            const segmentId = session.queue.idOf(localId);
            return { id: segmentId, revision: session.saved(segmentId)?.revision ?? 0 };
          });
          const named = next.label === null && next.name !== '' ? { name: next.name } : {};
          return call(editTranscript, {
            params,
            body: { kind: 'speaker', segments, speaker: next.label, ...named },
          });
        },
        ({ changed }) => toast({ title: `Speaker changed in ${formatCount(changed.length, 'passage')}` }),
      ),

    /** Confirms a word, looked up once everything typed is saved. The page stays where it is. */
    confirmWord: async (find: () => ConfirmedWord) => {
      const result = await attempt(() => {
        const { segmentId, revision, index } = find();
        return call(editTranscript, {
          params,
          body: { kind: 'confirm', segment: { id: segmentId, revision }, words: [index] },
        });
      });
      return result !== null;
    },

    /** Sets times, looked up once everything typed is saved. Throws why that is not possible, for the bar to say. */
    setTimes: async (find: () => Edit) => {
      await session.run(() => call(editTranscript, { params, body: find() }));
      toast({ title: 'Times set', action: { label: 'Undo', run: () => void undo() } });
    },

    replaceAll: (options: FindOptions, replacement: string) =>
      run(
        () => call(editTranscript, { params, body: { kind: 'replace', replacement, ...options } }),
        ({ changed, places = 0 }) =>
          toast({
            title: replacedText(places, changed.length),
            ...(changed.length > 0 ? { action: { label: 'Undo', run: () => void undo() } } : {}),
          }),
      ),

    restoreSegment: (editId: number, segmentId: number) =>
      run(
        () =>
          call(restoreEdit, {
            params: { id, editId },
            body: { scope: 'segment', segmentId },
          }),
        () => toast({ title: 'This passage was restored' }),
      ),

    restoreEverything: (editId: number) =>
      run(
        () => call(restoreEdit, { params: { id, editId }, body: { scope: 'everything' } }),
        (result) => toast({ title: `Restored: ${formatCount(result.changed.length, 'passage')} changed` }),
      ),
  };
}

/** 'Replaced 3 places in 1 passage'. */
function replacedText(places: number, segments: number): string {
  if (segments === 0) return 'Nothing to replace';
  return `Replaced ${formatCount(places, 'place')} in ${formatCount(segments, 'passage')}`;
}
