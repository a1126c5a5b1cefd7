import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { describeSpeakers } from '#domain/speakers.ts';
import { useEscapeLayer } from '#web/lib/escape-layers.ts';
import { focusQuietly, useIsTyping } from '#web/lib/focus.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { useLeaveWarning } from '#web/lib/leaving.ts';
import { wordsQuery } from '#web/player/data.ts';
import { segmentElement, timeButtonOf } from '#web/player/segment-id.ts';
import { TranscriptText, type TranscriptTextProps } from '#web/player/transcript-text.tsx';
import type { TextHit } from '#web/player/use-text-clicks.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictDialog, GoneDialog } from './conflict-dialog.tsx';
import { DoubtBar } from './doubt-bar.tsx';
import { editCommands } from './edit-commands.ts';
import './doubted.css';
import { EditToolbar } from './edit-toolbar.tsx';
import './editing.css';
import type { Doubt } from './doubts.ts';
import { NewSpeakerDialog } from './new-speaker-dialog.tsx';
import { textOfEdit } from './pending-facts.ts';
import { revealRows } from './reveal-rows.ts';
import { RowMenu } from './row-menu.tsx';
import { type EditorActions, SegmentEditor } from './segment-editor.tsx';
import { SpeakerMenu, type SpeakerTarget } from './speaker-menu.tsx';
import { withoutMarks } from './text-units.ts';
import { useTimesOpening } from './times/use-times-opening.ts';
import { turnOf } from './turn-of.ts';
import { useDoubts } from './use-doubts.ts';
import { useEditSession } from './use-edit-session.ts';
import { useEditingKeys } from './use-editing-keys.ts';
import { useLongSelection } from './use-long-selection.ts';
import { useRowChoice } from './use-row-choice.ts';
import { useRowElement } from './use-row-element.ts';
import { useWriting } from './use-writing.ts';

const FindBar = lazily(async () => (await import('./find-bar.tsx')).FindBar);
const TimesBar = lazily(async () => (await import('./times/times-bar.tsx')).TimesBar);
const SegmentHistoryDialog = lazily(
  async () => (await import('./segment-history-dialog.tsx')).SegmentHistoryDialog,
);

interface EditableTextProps extends Pick<TranscriptTextProps, 'store' | 'revealJump'> {
  transcript: Transcript;
  onFindByMeaning: () => void;
}

/** The text of an editable transcript: follows the playback, and can be edited in place. */
export function EditableText({ store, revealJump, transcript, onFindByMeaning }: EditableTextProps) {
  const { id } = transcript;
  const { session, snapshot } = useEditSession(id);
  const { segments } = snapshot;
  const commands = useMemo(() => editCommands(session, id), [session, id]);
  const writing = useWriting({ session, segments, store, commands });
  const choice = useRowChoice(segments, writing.isEditing);
  /** How often it has been requested since it was opened; 0: closed. */
  const [findAsked, setFindAsked] = useState(0);
  const [historyOf, setHistoryOf] = useState<number | null>(null);
  const [speakerTarget, setSpeakerTarget] = useState<SpeakerTarget | null>(null);
  const [newSpeakerFor, setNewSpeakerFor] = useState<readonly number[] | null>(null);
  // Separate, so that a new name or title does not change the segments.
  const timestampedTranscript = useMemo(() => [...segments], [segments]);
  const shown = useMemo(
    () => ({ ...transcript, timestampedTranscript }),
    [transcript, timestampedTranscript],
  );
  const { deleteSelected } = useLongSelection({ transcript: shown, session, writing });
  const doubts = useDoubts({
    transcript: shown,
    store,
    commands,
    leaveRow: () => writing.close('nowhere'),
  });
  const queryClient = useQueryClient();
  const times = useTimesOpening({ segments, leaveRow: () => writing.close('nowhere') });
  const setTimes = (segmentId: number) =>
    times.open(segmentId, queryClient.getQueryData(wordsQuery(id).queryKey));
  const [hidden, setHidden] = useState<string | null>(null);
  /** The row of the word to be checked that is being written anew. */
  const [corrected, setCorrected] = useState<number | null>(null);
  const beforeFinding = useRef<HTMLElement | null>(null);
  useEscapeLayer('selection', choice.ids.length > 1 ? clearChoice : null);
  useEscapeLayer('editing', writing.isEditing ? () => writing.toggle(null, 'pointer') : null);
  const openId = writing.open?.segmentId ?? null;
  const row = useRowElement(
    openId === null ? null : { segmentId: openId, key: session.queue.keyOf(openId) },
    segments,
  );
  const openSegment = segments.find((segment) => segment.id === openId);

  function chooseSpeaker(segmentId: number, anchor: HTMLElement, scope: SpeakerTarget['scope']) {
    const isChosen = choice.ids.length > 1 && choice.ids.includes(segmentId);
    const label = segments.find(({ id }) => id === segmentId)?.speaker;
    setSpeakerTarget({
      anchor,
      speaker: (label !== undefined && describeSpeakers(shown).get(label)) || null,
      segmentIds: isChosen ? choice.ids : [segmentId],
      turnIds: isChosen ? choice.ids : turnOf(segments, segmentId),
      scope,
    });
  }

  function find() {
    const { activeElement } = document;
    const isInside = findAsked > 0 && activeElement?.closest('search');
    // The field of a row is removed when the row is left.
    const time = timeButtonOf(activeElement?.closest<HTMLElement>('.segment') ?? null);
    if (!isInside)
      beforeFinding.current = time ?? (activeElement instanceof HTMLElement ? activeElement : null);
    writing.close('nowhere');
    setFindAsked((times) => times + 1);
  }

  function closeFind() {
    setFindAsked(0);
    const { activeElement } = document;
    // Escape may have been pressed elsewhere.
    if (activeElement !== document.body && !activeElement?.closest('search')) return;
    focusQuietly(beforeFinding.current?.isConnected ? beforeFinding.current : null);
  }

  function focusNeighbour(segmentId: number, direction: 'up' | 'down'): number | null {
    const next = writing.neighbourOf(segmentId, direction);
    const nextRow = next ? segmentElement(next.id) : null;
    focusQuietly(timeButtonOf(nextRow));
    nextRow?.scrollIntoView({ block: 'nearest' });
    return next?.id ?? null;
  }

  useEditingKeys({
    isEditing: writing.isEditing,
    toggle: (segmentId) => writing.toggle(segmentId, 'keys'),
    undo: writing.undo,
    redo: writing.redo,
    find,
    write: (segmentId) => writing.openAt(segmentId, 'start'),
    chooseSpeaker: (segmentId, anchor) => chooseSpeaker(segmentId, anchor, 'segment'),
    setTimes,
    move: (segmentId, direction) => {
      if (focusNeighbour(segmentId, direction) !== null) choice.clear();
    },
    choose: (segmentId, direction) => {
      const next = focusNeighbour(segmentId, direction);
      if (next !== null) choice.extend(segmentId, next);
    },
  });

  function correct({ segmentId, ...range }: Doubt) {
    setCorrected(segmentId);
    writing.openAt(segmentId, withoutMarks(session.textOf(segmentId), range));
  }

  /** Where a word to be checked is written anew, Enter says that it is right, and goes on to the next. */
  const correcting: EditorActions = {
    ...writing.actions,
    split: () => {
      setCorrected(null);
      writing.close('nowhere');
      void doubts.confirm();
    },
  };

  function onHit(hit: TextHit): boolean {
    if (hit.part === 'speaker') {
      if (!hit.isDouble) chooseSpeaker(hit.segmentId, hit.element, 'turn');
      return true;
    }
    return writing.onHit(hit);
  }

  function clearChoice() {
    choice.clear();
    getSelection()?.removeAllRanges();
  }

  function giveTo(segmentIds: readonly number[], next: { label: string } | { label: null; name: string }) {
    clearChoice();
    void keepingFocus(segmentIds, () => commands.giveTo(segmentIds, next));
  }

  /** The name at which the menu was opened goes with its turn; the focus then stays in its row. */
  async function keepingFocus(segmentIds: readonly number[], run: () => Promise<unknown>) {
    await run();
    const [segmentId] = segmentIds;
    if (segmentId === undefined || document.activeElement !== document.body) return;
    focusQuietly(timeButtonOf(segmentElement(session.queue.idOf(segmentId))));
  }

  // Someone who is typing is not interrupted, wherever that is: the toolbar and the row say that something needs a decision.
  const isTyping = useIsTyping();
  const conflict = snapshot.conflicts.find((each) => conflictKey(each) !== hidden);
  const isPending = snapshot.pending.length > 0;
  useLeaveWarning(isPending && !snapshot.isKept);

  return (
    <div>
      <TranscriptText
        store={store}
        recording={{ kind: 'own', id }}
        transcript={shown}
        revealJump={revealJump}
        editing={{
          isActive: writing.isEditing,
          keyOf: session.queue.keyOf,
          onHit,
          toolbar: (
            <EditToolbar
              isEditing={writing.isEditing}
              canUndo={transcript.undo !== null || isPending}
              canRedo={transcript.redo !== null && !isPending}
              saving={snapshot}
              onToggle={(by) => writing.toggle(null, by)}
              onUndo={writing.undo}
              onRedo={writing.redo}
              onFind={() => (findAsked > 0 ? closeFind() : find())}
              onFindByMeaning={onFindByMeaning}
              toCheck={doubts}
              onUnsaved={() => {
                setHidden(null);
                const [problem] = snapshot.problems.keys();
                if (problem !== undefined) writing.openAt(problem, 'end');
              }}
            >
              {doubts.isWalking && (
                <DoubtBar doubts={doubts} language={transcript.language} onCorrect={correct} />
              )}
              {times.opened && (
                <TimesBar
                  key={session.queue.keyOf(times.opened.segmentId)}
                  transcript={shown}
                  segments={segments}
                  session={session}
                  commands={commands}
                  store={store}
                  {...times.opened}
                  onGo={times.go}
                  onClose={times.close}
                  onReady={times.onReady}
                />
              )}
              {findAsked > 0 && (
                <FindBar
                  session={session}
                  segments={segments}
                  commands={commands}
                  asked={findAsked}
                  onClose={closeFind}
                  onFindByMeaning={onFindByMeaning}
                />
              )}
            </EditToolbar>
          ),
        }}
      />
      {row && openSegment && writing.open && (
        <SegmentEditor
          key={session.queue.keyOf(openSegment.id)}
          row={row}
          segment={openSegment}
          session={session}
          language={transcript.language}
          caret={writing.open.caret}
          jump={writing.open.jump}
          spaces={writing.open.spaces}
          actions={doubts.isWalking && openId === corrected ? correcting : writing.actions}
        />
      )}
      {writing.menu && (
        <RowMenu
          anchor={writing.menu.anchor}
          isFirst={segments[0]?.id === writing.menu.segmentId}
          isLast={segments.at(-1)?.id === writing.menu.segmentId}
          onPlay={() => writing.play(writing.menu?.segmentId)}
          onJoin={(direction) => writing.menu && writing.join(writing.menu.segmentId, direction)}
          onSpeaker={() => {
            const time = writing.menu && timeButtonOf(segmentElement(writing.menu.segmentId));
            if (time && writing.menu) chooseSpeaker(writing.menu.segmentId, time, 'segment');
          }}
          onTimes={() => writing.menu && setTimes(writing.menu.segmentId)}
          onHistory={() => setHistoryOf(writing.menu?.segmentId ?? null)}
          onClose={() => {
            writing.closeMenu();
            focusQuietly(writing.menu && timeButtonOf(segmentElement(writing.menu.segmentId)));
          }}
        />
      )}
      {choice.ids.length > 1 && (
        <div className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--docked)+1rem)] z-30 flex justify-center px-4">
          <div
            role="toolbar"
            aria-label="Selected passages"
            className="pointer-events-auto flex animate-appear items-center gap-1 rounded-2xl bg-surface p-2 shadow-float"
          >
            <Button
              size="sm"
              aria-haspopup="menu"
              onClick={(event) =>
                setSpeakerTarget({
                  anchor: event.currentTarget,
                  speaker: null,
                  segmentIds: choice.ids,
                  turnIds: choice.ids,
                  scope: 'segment',
                })
              }
            >
              Give {choice.ids.length.toLocaleString('en')} passages to…
            </Button>
            {choice.isText && (
              <Button
                variant="outline"
                size="sm"
                // Keeps what is selected.
                onMouseDown={(event) => event.preventDefault()}
                onClick={deleteSelected}
              >
                Delete text
              </Button>
            )}
            <Button variant="ghost" size="sm" onClick={clearChoice}>
              Cancel
            </Button>
          </div>
        </div>
      )}
      {speakerTarget && (
        <SpeakerMenu
          target={speakerTarget}
          transcript={shown}
          store={store}
          onGive={(segmentIds, label) => giveTo(segmentIds, { label })}
          onNew={setNewSpeakerFor}
          onMerge={(merge) => void keepingFocus(speakerTarget.segmentIds, merge)}
          onClose={() => {
            setSpeakerTarget(null);
            focusQuietly(speakerTarget.anchor.isConnected ? speakerTarget.anchor : null);
          }}
        />
      )}
      {newSpeakerFor && (
        <NewSpeakerDialog
          segmentIds={newSpeakerFor}
          onGive={(segmentIds, name) => giveTo(segmentIds, { label: null, name })}
          onClose={() => setNewSpeakerFor(null)}
        />
      )}
      {historyOf !== null && (
        <SegmentHistoryDialog
          transcriptId={id}
          segmentId={historyOf}
          language={transcript.language}
          commands={commands}
          onGoTo={(segmentId) => revealRows([segmentId])}
          onClose={() => setHistoryOf(null)}
        />
      )}
      {conflict && !snapshot.isGone && !isTyping && (
        <ConflictDialog
          key={conflictKey(conflict)}
          conflict={conflict}
          language={transcript.language}
          onKeepMine={() => session.queue.keepMine(conflict)}
          onKeepBoth={() => session.queue.keepBoth(conflict)}
          onTakeSaved={() => session.queue.takeSaved(conflict)}
          onClose={() => setHidden(conflictKey(conflict))}
        />
      )}
      {snapshot.isGone && isPending && hidden !== 'gone' && !isTyping && (
        <GoneDialog
          language={transcript.language}
          texts={snapshot.pending.map(textOfEdit).filter((text) => text !== '')}
          onDiscard={session.queue.discardAll}
          onClose={() => setHidden('gone')}
        />
      )}
    </div>
  );
}

function conflictKey({
  segmentId,
  current,
}: {
  segmentId: number;
  current: { revision: number } | null;
}): string {
  return `${segmentId} ${current?.revision ?? 'gone'}`;
}
