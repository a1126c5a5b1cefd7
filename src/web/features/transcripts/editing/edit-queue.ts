import type { Became } from '#contract/edit-conflicts.ts';
import type { Edit, EditResult } from '#contract/edits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { carryOver, isClean, type RowPlace } from './carry-over.ts';
import {
  type Conflict,
  dissolved,
  type Entry,
  heldFor,
  mergedWith,
  placeOver,
  rebase,
  rename,
  textsAfter,
  waitsForPerson,
} from './edit-entries.ts';
import type { PendingEdit } from './pending-edits.ts';
import { idsOf, toEdit, traceOf } from './pending-facts.ts';
import { type SaveFailure, saveFailureOf } from './save-failure.ts';
import { type QueueSnapshot, snapshotOf } from './save-state.ts';
import { createSegmentIds } from './segment-ids.ts';
import {
  type DeletedRange,
  type SplitParts,
  type Unsaved,
  withDeletion,
  withJoin,
  withSplit,
  withText,
} from './written-entries.ts';

/** How long after the last keystroke a text is saved. */
export const AUTOSAVE_MS = 700;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;
const JOIN_CLASH = 'These passages were changed somewhere else, so they were not joined.';
const DELETE_CLASH = 'These passages were changed somewhere else, so their text was not deleted.';

export interface QueueDeps {
  send: (edit: Edit) => Promise<EditResult>;
  /** Applies a response to the displayed transcript. */
  apply: (result: EditResult) => void;
  /** Applies segments from the server to the displayed transcript. */
  learn: (change: Pick<EditResult, 'changed' | 'removed'>) => void;
  /** What was written here stands somewhere else now: `placeOf` gives where a place in it is. */
  moved: (placeOf: (place: RowPlace) => RowPlace) => void;
  /** The segments as last received from the server. */
  segments: () => readonly TimestampedSegment[];
  refetch: () => Promise<unknown>;
  /** Keeps unsaved changes across a reload; false if they cannot be kept. */
  saveDrafts: (pending: readonly PendingEdit[]) => boolean;
  showProblem: (message: string) => void;
  signedOut: () => void;
  clock: { now: () => number; after: (ms: number, run: () => void) => () => void };
}

type Clash = Extract<SaveFailure, { kind: 'conflict' }>;

interface Command {
  call: () => Promise<EditResult>;
  done: (result: EditResult) => void;
  failed: (error: unknown) => void;
}

/**
 * Sends edits one after another, in the order they were made, so that each edit names the revision that
 * the previous one has made. Whatever fails stays here until it is saved or the user has decided.
 */
export function createEditQueue(deps: QueueDeps) {
  const { clock, learn } = deps;
  let entries: Entry[] = [];
  let commands: Command[] = [];
  let inFlight: Entry | null = null;
  let isBusy = false;
  let isGone = false;
  let isKept = true;
  let hasSaved = false;
  let failures = 0;
  let retryAt = 0;
  let stopTimer = () => {};
  const ids = createSegmentIds();
  const watchers = new Set<() => void>();
  let shown = describe();

  function describe(): QueueSnapshot {
    return snapshotOf({ entries, isSending: inFlight !== null, failures, hasSaved, isGone, isKept });
  }

  function changed(): void {
    isKept = deps.saveDrafts(entries.map(({ edit }) => edit));
    shown = describe();
    for (const notify of watchers) notify();
    pump();
  }

  function savedSegment(id: number): TimestampedSegment | undefined {
    return deps.segments().find((segment) => segment.id === id);
  }

  function pump(): void {
    stopTimer();
    stopTimer = () => {};
    if (isBusy || isGone) return;
    const ready = entries.filter((entry, index) => !entry.held && !waitsForPerson(entries, index));
    const [next] = ready;
    const command = commands[0];
    if (!next) {
      if (command) void runCommand(command);
      return;
    }
    const isHurried = commands.length > 0;
    // Later edits must not be sent first, so an edit makes the earlier ones due.
    const dueAt = isHurried ? 0 : Math.min(...ready.map((entry) => entry.dueAt));
    const waitMs = Math.max(dueAt, retryAt) - clock.now();
    if (waitMs > 0) stopTimer = clock.after(waitMs, pump);
    else void save(next);
  }

  async function save(entry: Entry): Promise<void> {
    isBusy = true;
    inFlight = entry;
    changed();
    try {
      const result = await deps.send(toEdit(entry.edit));
      failures = 0;
      retryAt = 0;
      deps.apply(result);
      finish(entry, result.changed);
    } catch (error) {
      await fail(entry, error);
    } finally {
      isBusy = false;
      inFlight = null;
      changed();
    }
  }

  function finish(entry: Entry, received: readonly TimestampedSegment[]): void {
    const { edit } = entry;
    const later = entries.indexOf(entry);
    const expected = textsAfter([edit], baseOf(edit));
    hasSaved = true;
    entries = entries.filter((other) => other !== entry);
    if (edit.kind === 'split') {
      const second = received.find(({ id }) => id !== edit.segmentId);
      if (second) assignRealId(edit.newId, second.id);
    }
    for (const segment of received) rebase(entries, segment);
    // What was done here meanwhile was done to the text as it was expected.
    const others = received.flatMap((segment): Became[] => {
      const text = expected.get(ids.keyOf(segment.id)) ?? expected.get(segment.id) ?? segment.text;
      return text === segment.text ? [] : [{ before: [{ id: segment.id, text }], now: [segment] }];
    });
    if (others.length > 0 && later < entries.length) carry(others, later);
  }

  /** Replaces the temporary id of a segment that was created here with its real one. */
  function assignRealId(localId: number, realId: number): void {
    ids.assign(localId, realId);
    rename(entries, localId, realId);
  }

  async function fail(entry: Entry, error: unknown): Promise<void> {
    const failure = saveFailureOf(error);
    switch (failure.kind) {
      case 'passing':
      case 'signed-out':
        failures += 1;
        retryAt = clock.now() + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
        return giveUpCommands(error);
      case 'gone':
        isGone = true;
        return giveUpCommands(error);
      case 'refused':
        failures = 0;
        return refuse(entry, failure.message);
      case 'conflict':
        failures = 0;
        return clash(entry, failure);
    }
  }

  function giveUpCommands(error: unknown): void {
    if (saveFailureOf(error).kind === 'signed-out') deps.signedOut();
    for (const command of commands) command.failed(error);
    commands = [];
  }

  function refuse(entry: Entry, message: string): void {
    if (entry.edit.kind === 'text') {
      entry.held = { kind: 'problem', message };
      return;
    }
    if (entry.edit.kind !== 'delete') deps.showProblem(message);
    const first = savedSegment(entry.edit.segmentId);
    // What was typed instead of what it would have deleted stays.
    if (entry.edit.kind === 'delete' && first) {
      const { segmentId: id, base: text } = entry.edit;
      carry([{ before: [{ id, text }], now: [first] }], entries.indexOf(entry), message);
    } else entries = dissolved(entries, entry);
  }

  async function clash(entry: Entry, { current, by, became }: Clash): Promise<void> {
    const { edit } = entry;
    if (edit.kind === 'text' && current?.text === edit.text) {
      learn({ changed: [current], removed: [] });
      return finish(entry, [current]);
    }
    if (edit.kind !== 'text') {
      // The response to an earlier try may have been lost.
      await deps.refetch();
      const trace = traceOf(edit, deps.segments());
      if (trace) return finish(entry, trace);
    }
    if (became && became.now.length > 0 && canCarry(entry, became)) {
      return carry([became], entries.indexOf(entry));
    }
    if (edit.kind === 'join') return refuse(entry, JOIN_CLASH);
    if (edit.kind === 'delete' && savedSegment(edit.segmentId)) return refuse(entry, DELETE_CLASH);
    entries = dissolved(entries, entry);
    const merged = current && !became ? mergedWith(entry.edit, current) : null;
    if (!current || merged === null) {
      entry.held = { kind: 'conflict', current, by };
      return;
    }
    learn({ changed: [current], removed: [] });
    if (merged === current.text) return finish(entry, [current]);
    placeOver(entry, current, merged);
  }

  /** Carries this and all later entries over to what segments have become. */
  function carry(became: readonly Became[], from: number, message = DELETE_CLASH): void {
    const carried = carryOver(entries.slice(from), became);
    if (carried.hasKept) deps.showProblem(message);
    // First: the caret is still where it was.
    deps.moved(carried.placeOf);
    for (const { before, now } of became) {
      const there = new Set(now.map(({ id }) => id));
      learn({ changed: now, removed: before.map(({ id }) => id).filter((id) => !there.has(id)) });
    }
    entries = [...entries.slice(0, from), ...carried.entries];
    for (const { localId, realId } of carried.aliases) assignRealId(localId, realId);
    changed();
  }

  function settle({ segmentId, current }: Conflict, text: string): void {
    for (const entry of entries) {
      if (entry.held?.kind !== 'conflict' || entry.edit.segmentId !== segmentId || !current) continue;
      placeOver(entry, current, text);
      learn({ changed: [current], removed: [] });
    }
    changed();
  }

  async function runCommand(command: Command): Promise<void> {
    isBusy = true;
    commands = commands.filter((other) => other !== command);
    try {
      const result = await command.call();
      hasSaved = true;
      deps.apply(result);
      command.done(result);
    } catch (error) {
      const { kind } = saveFailureOf(error);
      if (kind === 'gone') isGone = true;
      if (kind === 'signed-out') deps.signedOut();
      command.failed(error);
    } finally {
      isBusy = false;
      changed();
    }
  }

  const unsaved = (): Unsaved => ({ entries, inFlight, savedSegment });

  return {
    snapshot: () => shown,
    subscribe: (notify: () => void) => {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    /** The real id of a segment that was created here, once it has one. */
    idOf: ids.idOf,
    /** The id under which a segment was first known here. */
    keyOf: ids.keyOf,

    /** Sets a segment's text; saved a moment after the last keystroke. */
    type: (segmentId: number, text: string) => {
      entries = withText(unsaved(), { segmentId, text, dueAt: clock.now() + AUTOSAVE_MS });
      changed();
    },

    /** Splits a segment; returns the temporary id of the second one. */
    split: (segmentId: number, parts: SplitParts): number => {
      const newId = ids.next();
      entries = withSplit(unsaved(), { segmentId, newId, ...parts });
      changed();
      return newId;
    },

    join: (segmentId: number, nextId: number) => {
      entries = withJoin(unsaved(), { segmentId, nextId });
      changed();
    },

    /** Deletes from a place in one segment to a place in a later one. */
    delete: (range: DeletedRange) => {
      entries = withDeletion(unsaved(), range);
      changed();
    },

    /** Runs something on the server once everything before it is saved. */
    run: (call: () => Promise<EditResult>) =>
      new Promise<EditResult>((done, failed) => {
        if (isGone) return failed(new Error('The transcript no longer exists.'));
        commands = [...commands, { call, done, failed }];
        retryAt = 0;
        pump();
      }),

    /** Saves pending edits immediately. */
    flush: () => {
      if (!entries.some(({ dueAt, held }) => dueAt > 0 && !held)) return;
      for (const entry of entries) entry.dueAt = 0;
      pump();
    },

    /** The connection may be back. */
    retryNow: () => {
      retryAt = 0;
      pump();
    },

    /** Sends a text again, overwriting the current one. */
    keepMine: (conflict: Conflict) => settle(conflict, conflict.mine),

    /** Sends the words of both. */
    keepBoth: (conflict: Conflict) => settle(conflict, conflict.both),

    /** Discards a text in favor of the current one. */
    takeSaved: ({ segmentId, current }: Conflict) => {
      entries = entries.filter(({ edit }) => edit.segmentId !== segmentId);
      if (current) learn({ changed: [current], removed: [] });
      changed();
    },

    /** Discards everything unsaved. */
    discardAll: () => {
      entries = [];
      changed();
    },

    /** Takes over what an earlier page could not save. */
    load: (pending: readonly PendingEdit[]) => {
      ids.avoid(pending.flatMap(idsOf));
      entries = [...entries, ...pending.map((edit): Entry => ({ edit, dueAt: 0, held: heldFor(edit) }))];
      changed();
    },
  };
}

/** A text that two people changed at the same place is for people to decide; what goes through several segments is not. */
function canCarry({ edit }: Entry, became: Became): boolean {
  const isAlone = became.before.length === 1 && became.now.length === 1;
  return edit.kind !== 'text' || !isAlone || isClean(became, edit.segmentId, edit.text);
}

/** The texts of the segments that an edit concerns, before it. */
function baseOf(edit: PendingEdit): (segmentId: number) => string {
  return (segmentId) => (edit.kind === 'join' && segmentId === edit.nextId ? edit.nextBase : edit.base) ?? '';
}
