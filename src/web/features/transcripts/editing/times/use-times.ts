import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ERRORS } from '#contract/errors.ts';
import { MAX_WORDS_TIMED } from '#contract/limits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { Span } from '#domain/retime.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { useLeaveWarning } from '#web/lib/leaving.ts';
import { useStoredFlag } from '#web/lib/use-stored-flag.ts';
import { wordsQuery } from '#web/player/data.ts';
import { embeddedVideoId } from '#web/player/embed/embedded-video.ts';
import type { PlaybackStore } from '#web/player/playback-store.ts';
import { toast } from '#web/ui/toast-store.ts';
import { transcriptQuery } from '../../data.ts';
import type { EditCommands } from '../edit-commands.ts';
import type { EditSession } from '../edit-session.ts';
import { messageOf } from '../save-failure.ts';
import {
  type Border,
  contextOf,
  draggedTo,
  isChanged,
  isSameBase,
  type Place,
  placeDraft,
  shownSpan,
  type TimesContext,
  type TimesDraft,
  timesEdit,
  toMs,
  UNCHANGED,
  withBorder,
  withWordsOf,
  wordAtTime,
} from './times-draft.ts';
import { type TimesFailure, timesFailureOf } from './times-failure.ts';

/** Half of what is heard around a border that was moved. */
const HEARD_MS = 250;

export interface TimesProps {
  transcript: Transcript;
  segments: readonly TimestampedSegment[];
  segmentId: number;
  session: EditSession;
  commands: EditCommands;
  store: PlaybackStore;
  /** The word to set first; null for one at the playback. */
  firstWord: number | null;
  /** Goes on to another passage. */
  onGo: (segmentId: number) => void;
  onClose: () => void;
}

/** The times of a passage while they are being set: they are kept here until they are saved, in one step. */
export function useTimes(props: TimesProps) {
  const { transcript, segments, session, commands, store } = props;
  const { id, duration } = transcript;
  const queryClient = useQueryClient();
  const { data: words } = useQuery(wordsQuery(id));
  const segmentId = session.queue.idOf(props.segmentId);
  const live = useMemo(
    () => contextOf(segments, segmentId, { words, duration }),
    [segments, segmentId, words, duration],
  );
  const context = useLastKnown(live);
  const [draft, setDraft] = useState<TimesDraft>(UNCHANGED);
  /** For what follows in the same event: Enter in a field sets its time and saves. */
  const latest = useRef<{ draft: TimesDraft; isRefused: boolean }>({ draft, isRefused: false });
  /** The passage as it was when its times began to be set. */
  const [base, setBase] = useState<TimesContext | null>(null);
  const [place, setPlace] = useState<Place>({ word: null, border: 'start' });
  const [isApart, setApart] = useStoredFlag('times-apart');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [failure, setFailure] = useState<TimesFailure | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isAlong = !isApart;
  const hasChanges = context !== null && isChanged(context, draft);
  useLeaveWarning(hasChanges);

  function accept(next: TimesDraft): void {
    latest.current = { draft: next, isRefused: false };
    setBase((before) => before ?? context);
    setDraft(next);
    setRefusal(null);
    setFailure(null);
  }

  /** Back to the times as they are saved. */
  function reset(): void {
    latest.current = { draft: UNCHANGED, isRefused: false };
    setDraft(UNCHANGED);
    setBase(null);
    setRefusal(null);
    setFailure(null);
  }

  function refuse(reason: string): false {
    latest.current.isRefused = true;
    setRefusal(reason);
    return false;
  }

  const spanOfDraft = (word = place.word) =>
    context && shownSpan(context, latest.current.draft, { word, isAlong });

  /** Sets a border if that is allowed, and says why if not. Null is no time. */
  function set(border: Border, ms: number | null): boolean {
    const now = spanOfDraft();
    if (!context || !now) return false;
    const at = { ...place, border };
    setPlace(at);
    if (ms === null) return refuse(NO_TIME);
    const next = withBorder(latest.current.draft, at, { ms: Math.max(0, ms), now });
    if (next.words.size > MAX_WORDS_TIMED) return refuse(TOO_MANY_WORDS);
    const placed = placeDraft(context, next, isAlong);
    if ('refused' in placed) return refuse(ERRORS[placed.refused].message);
    accept(next);
    return true;
  }

  function hear({ startMs, endMs }: Span): void {
    if (store.getState().unavailable !== null) return;
    store.playSample({ start: Math.max(0, startMs) / 1000, end: endMs / 1000 });
  }

  function hearAround(ms: number): void {
    // A video of another site is loaded only when somebody plays it.
    if (!store.getState().playRequested && embeddedVideoId(transcript) !== null) return;
    hear({ startMs: ms - HEARD_MS, endMs: ms + HEARD_MS });
  }

  function nudge(border: Border, byMs: number): void {
    const now = spanOfDraft();
    if (!now) return;
    const ms = Math.max(0, (border === 'start' ? now.startMs : now.endMs) + byMs);
    if (set(border, ms)) hearAround(ms);
  }

  const freshContext = () =>
    contextOf(session.snapshot().segments, session.queue.idOf(props.segmentId), {
      words: queryClient.getQueryData(wordsQuery(id).queryKey),
      duration,
    });

  function editOf(began: TimesContext, wanted: TimesDraft) {
    const fresh = freshContext();
    // What was changed by somebody else is named by its old revision, so that the server says who it was.
    const from = fresh && isSameBase(began, fresh, wanted) ? fresh : began;
    return timesEdit(from, wanted, { revision: from.segment.revision, isAlong });
  }

  /** Saves what was set on a state of the passage; false if it was not done, which is said. */
  async function save(began = base ?? context): Promise<boolean> {
    const { draft: wanted } = latest.current;
    if (!began || isSaving) return false;
    if (!isChanged(began, wanted)) return true;
    setSaving(true);
    setRefusal(null);
    try {
      await commands.setTimes(() => editOf(began, wanted));
      reset();
      return true;
    } catch (error) {
      setFailure(timesFailureOf(error));
      return false;
    } finally {
      setSaving(false);
    }
  }

  /** Leaving for another page saves, too, as it does for what is typed. */
  async function saveOnLeave(): Promise<void> {
    const { draft: wanted } = latest.current;
    const began = base ?? context;
    if (!began || isSaving || !isChanged(began, wanted)) return;
    try {
      await commands.setTimes(() => editOf(began, wanted));
    } catch (error) {
      toast({ title: 'Times not saved', description: messageOf(error), variant: 'destructive' });
    }
  }
  useOnLeave(() => void saveOnLeave());

  /** Saves on the passage as it is now, unless times of words would be left out, which is said first. */
  async function retry(): Promise<void> {
    await Promise.all([
      queryClient.refetchQueries(transcriptQuery(id)),
      queryClient.refetchQueries(wordsQuery(id)),
    ]);
    const fresh = freshContext();
    const began = base ?? context;
    if (!fresh || !began) return;
    const { draft } = latest.current;
    const kept = withWordsOf(draft, began, fresh);
    accept(kept);
    setBase(fresh);
    if (kept.words.size < draft.words.size) refuse(OTHER_WORDS);
    else if (await save(fresh)) props.onClose();
  }

  const step = (by: -1 | 1) => segments[segments.findIndex(({ id }) => id === segmentId) + by]?.id ?? null;

  return {
    context,
    /** The passage is no longer in the text. */
    isGone: live === null,
    draft,
    place,
    isAlong,
    refusal,
    failure,
    isSaving,
    hasChanges,
    span: context && shownSpan(context, draft, { word: place.word, isAlong }),
    /** That of the passage, whatever is being set. */
    passageSpan: context && shownSpan(context, draft, { word: null, isAlong }),
    wordCount: context?.passage.words.length ?? 0,
    choose: (border: Border) =>
      setPlace((before) => (before.border === border ? before : { ...before, border })),
    set,
    /** Lets a field set what was typed in it; false if that was refused. */
    takeTyped: (field: HTMLInputElement) => {
      latest.current.isRefused = false;
      field.blur();
      focusQuietly(field);
      return !latest.current.isRefused;
    },
    setToPlayhead: (border: Border) => set(border, toMs(store.getTime())),
    nudge,
    drag: (border: Border, ms: number) => {
      if (!context) return;
      const next = draggedTo(context, latest.current.draft, { place: { ...place, border }, ms, isAlong });
      if (next !== latest.current.draft) accept(next);
    },
    hearBorder: (border: Border) => {
      const now = spanOfDraft();
      if (now) hearAround(border === 'start' ? now.startMs : now.endMs);
    },
    play: () => {
      const now = spanOfDraft();
      if (now) hear(now);
    },
    setAlong: (next: boolean) => {
      const placed = context && placeDraft(context, draft, next);
      if (placed && 'refused' in placed) return setRefusal(ERRORS[placed.refused].message);
      setRefusal(null);
      setApart(!next);
    },
    reset,
    /** Sets the times of words, from the one at the caret or the playback on, or of the passage. */
    toggleWords: () => {
      if (!context) return;
      const word = place.word === null ? startWord(context, props.firstWord, toMs(store.getTime())) : null;
      setPlace({ word, border: 'start' });
      setRefusal(null);
    },
    stepWord: (by: -1 | 1) => {
      if (!context || place.word === null) return;
      const word = Math.min(context.passage.words.length - 1, Math.max(0, place.word + by));
      setPlace({ word, border: place.border });
      setRefusal(null);
    },
    canGo: (by: -1 | 1) => step(by) !== null,
    /** Saves what was changed and goes on to the passage before or after. */
    go: async (by: -1 | 1) => {
      const next = step(by);
      if (next !== null && (await save())) props.onGo(next);
    },
    goTo: async (segmentId: number) => {
      if (await save()) props.onGo(segmentId);
    },
    cancel: () => {
      reset();
      props.onClose();
    },
    saveAndClose: async () => {
      if (await save()) props.onClose();
    },
    retry,
    /** Goes to the passage that holds the time now. */
    goThere: () => {
      const at = context && segments.findLast(({ start }) => toMs(start) <= context.passage.startMs);
      const there = at ?? segments[0];
      reset();
      if (there) props.onGo(there.id);
      else props.onClose();
    },
  };
}

export type Times = ReturnType<typeof useTimes>;

const NO_TIME = 'Write a time as 1:23.456.';
const OTHER_WORDS = 'Some words are others now. Their times are left out: save the rest, or set them anew.';
const TOO_MANY_WORDS = `The times of at most ${MAX_WORDS_TIMED} words can be set at once. Save them first.`;

function startWord({ passage }: TimesContext, firstWord: number | null, nowMs: number): number | null {
  if (passage.words.length === 0) return null;
  return Math.min(passage.words.length - 1, firstWord ?? wordAtTime(passage, nowMs));
}

function useOnLeave(leave: () => void): void {
  const run = useEffectEvent(leave);
  useEffect(() => () => run(), []);
}

/** A value, or what it was before it was null. */
function useLastKnown<Value>(value: Value | null): Value | null {
  const [known, setKnown] = useState(value);
  if (value !== null && value !== known) setKnown(value);
  return value ?? known;
}
