import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { useStoredFlag } from '#web/lib/use-stored-flag.ts';
import { wordsQuery } from '#web/player/data.ts';
import { embeddedVideoId } from '#web/player/embed/embedded-video.ts';
import type { PlaybackStore } from '#web/player/playback-store.ts';
import { segmentElement, segmentIdOf, timeButtonOf } from '#web/player/segment-id.ts';
import { useKeyCommands } from '#web/player/use-key-commands.ts';
import { toast } from '#web/ui/toast-store.ts';
import { createDoubtFinder, type Doubt, type DoubtPlace, nextDoubt } from './doubts.ts';
import type { EditCommands } from './edit-commands.ts';
import { nearestRow } from './nearest-row.ts';
import { useDoubtMarks } from './use-doubt-marks.ts';
import { showMatch } from './use-found-marks.ts';

/** How much is heard before a word. */
const LEAD_SECONDS = 1;
/** Changes made in another window seldom come alone. */
const REFETCH_MS = 3000;
const NONE: readonly Doubt[] = [];

interface DoubtsProps {
  transcript: Transcript;
  store: PlaybackStore;
  commands: EditCommands;
  /** Leaves the row that is being written in. */
  leaveRow: () => void;
}

/** The words to be checked: how many are left, which one is at hand, and how to go on. */
export function useDoubts({ transcript, store, commands, leaveRow }: DoubtsProps) {
  const { id, timestampedTranscript: segments } = transcript;
  const queryClient = useQueryClient();
  const [isShown, setShown] = useStoredFlag('words-to-check');
  const [find] = useState(createDoubtFinder);
  const { data: words, refetch } = useQuery(wordsQuery(id));
  const doubts = useMemo(() => (words ? find(segments, words) : null), [find, segments, words]);
  const [place, setPlace] = useState<(DoubtPlace & { jump: number }) | null>(null);
  const current = (place && doubts?.find((doubt) => isAt(doubt, place))) ?? null;
  useDoubtMarks(isShown && doubts ? doubts : NONE, isShown ? current : null);
  useConfirmedElsewhere(isShown, { editCount: transcript.editCount, words, refetch });

  function goTo(doubt: Doubt) {
    leaveRow();
    setShown(true);
    setPlace((before) => ({ ...doubt, jump: (before?.jump ?? 0) + 1 }));
    showMatch(doubt);
    const { unavailable, playRequested } = store.getState();
    const from = Math.max(0, doubt.seconds - LEAD_SECONDS);
    // A video of another site is loaded only when somebody plays it.
    const isLoadable = playRequested || embeddedVideoId(transcript) === null;
    if (unavailable === null && isLoadable) store.playFrom(from);
    else store.seek(from);
  }

  function go(step: 1 | -1) {
    if (!doubts) return;
    const next = nextDoubt(doubts, segments, { place: place ?? hereIn(transcript, store), step });
    if (next) return goTo(next);
    toast({ title: 'No words to check' });
  }

  function finish() {
    close();
    toast({ title: 'All words are checked' });
  }

  function close() {
    setPlace(null);
    focusQuietly(timeButtonOf(place && segmentElement(place.segmentId)));
  }

  async function confirm() {
    // Corrected, or gone.
    if (!current || !doubts) return doubts && doubts.length > 0 ? go(1) : finish();
    const next = nextDoubt(doubts, segments, { place: current, step: 1 });
    const isLast = next === current;
    if (next && !isLast) goTo(next);
    const isDone = await commands.confirmWord(() => freshPlaceOf(current));
    if (isDone && isLast) finish();
  }

  /** The word may have moved while something else in its segment was being saved. */
  function freshPlaceOf(doubt: Doubt) {
    const fresh = queryClient.getQueryData(wordsQuery(id).queryKey)?.get(doubt.segmentId);
    const at = (index: number) => fresh?.words[index]?.[0] === doubt.text;
    const index = at(doubt.index)
      ? doubt.index
      : (fresh?.words.findIndex(([text]) => text === doubt.text) ?? -1);
    return index < 0 || !fresh ? doubt : { segmentId: doubt.segmentId, revision: fresh.revision, index };
  }

  useKeyCommands({ nextDoubt: () => go(1), previousDoubt: () => go(-1) });

  return {
    /** Null until it is known. */
    left: doubts?.length ?? null,
    isShown,
    setShown: (next: boolean) => {
      setShown(next);
      setPlace(null);
    },
    isWalking: place !== null,
    current,
    jump: place?.jump ?? 0,
    go,
    confirm,
    close,
    /** Plays the word again. */
    replay: () => current && goTo(current),
  };
}

export type Doubts = ReturnType<typeof useDoubts>;

/** Where walking begins: in the row with the focus, or else in the nearest one. */
function hereIn({ timestampedTranscript: segments }: Transcript, store: PlaybackStore): DoubtPlace {
  const segmentId = segmentIdOf(document.activeElement) ?? nearestRow(segments, store) ?? 0;
  return { segmentId, start: -1 };
}

function isAt(doubt: Doubt, place: DoubtPlace): boolean {
  return doubt.segmentId === place.segmentId && doubt.start === place.start;
}

/** Confirming makes no new revision, which citations would take for a new text: what somebody else has confirmed is fetched after every step of theirs. */
function useConfirmedElsewhere(
  isOn: boolean,
  {
    editCount,
    words,
    refetch,
  }: { editCount: number; words: unknown; refetch: (options: { cancelRefetch: boolean }) => unknown },
): void {
  const known = useRef({ editCount, words });
  useEffect(() => {
    if (known.current.words !== words) known.current = { editCount, words };
    if (!isOn || known.current.editCount === editCount) return;
    const timer = setTimeout(() => void refetch({ cancelRefetch: false }), REFETCH_MS);
    return () => clearTimeout(timer);
  }, [isOn, editCount, words, refetch]);
}
