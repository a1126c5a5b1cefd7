import { useLayoutEffect, useMemo, useRef } from 'react';
import { useEscapeLayer } from '#web/lib/escape-layers.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { Button } from '#web/ui/button.tsx';
import { lengthText, paceProblem, paceText, readingLoadOf } from './reading-speed.ts';
import { TimeField } from './time-field.tsx';
import { TimesKeys } from './times-keys.tsx';
import { TimesNotice } from './times-notice.tsx';
import { PassageTools, TimesMenu, WordTools } from './times-tools.tsx';
import { TimesTrack } from './times-track.tsx';
import { type Times, type TimesProps, useTimes } from './use-times.ts';
import { useTimesKeys } from './use-times-keys.ts';

interface TimesBarProps extends TimesProps {
  /** Is given what leaves this passage for another one, after saving. */
  onReady: (goTo: ((segmentId: number) => void) | null) => void;
}

/** The times of a passage and of its words: typed, set to the playback, nudged by keys, or dragged on the waveform. */
export function TimesBar({ onReady, ...props }: TimesBarProps) {
  const times = useTimes(props);
  const { transcript, store } = props;
  const section = useRef<HTMLElement>(null);
  useEscapeLayer('bar', times.cancel);
  useTimesKeys(times);
  useFocusAtStart(section);
  useLeaving(onReady, (segmentId) => void times.goTo(segmentId));

  return (
    <section
      ref={section}
      aria-label="Times"
      data-times-bar
      className="mt-2 grid gap-2 border-t pt-2 pb-1"
      onKeyDown={(event) => {
        if (keyOf(event) !== 'Escape') return;
        event.stopPropagation();
        event.preventDefault();
        times.cancel();
      }}
    >
      <div className="flex flex-wrap items-end gap-x-2 gap-y-1.5">
        <Fields times={times} />
        <Pace times={times} />
        <div className="ml-auto flex items-center gap-1 max-sm:hidden">
          <WordTools times={times} language={transcript.language} />
        </div>
      </div>
      <TimesTrack times={times} transcript={transcript} store={store} />
      <TimesNotice times={times} />
      <div className="flex flex-wrap items-center gap-1.5">
        <div className="flex flex-wrap items-center gap-1 max-sm:hidden">
          <PassageTools times={times} store={store} />
        </div>
        <div className="sm:hidden">
          <TimesMenu times={times} store={store} />
        </div>
        <div className="ml-auto flex items-center gap-1.5">
          <Button variant="ghost" size="sm" onClick={times.cancel}>
            Cancel
          </Button>
          <Button size="sm" isIdle={times.isSaving} onClick={() => void times.saveAndClose()}>
            {times.isSaving ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </div>
      <TimesKeys hasWords={times.wordCount > 0} />
    </section>
  );
}

function Fields({ times }: { times: Times }) {
  const { span, place } = times;
  if (!span) return null;
  const of = place.word === null ? 'passage' : 'word';
  return (['start', 'end'] as const).map((border) => (
    <TimeField
      key={border}
      caption={border === 'start' ? 'Start' : 'End'}
      label={`${border === 'start' ? 'Start' : 'End'} of the ${of}`}
      ms={border === 'start' ? span.startMs : span.endMs}
      isChosen={place.border === border}
      onChoose={() => times.choose(border)}
      onSet={(ms) => times.set(border, ms)}
      onEnter={() => void times.saveAndClose()}
    />
  ));
}

/** The length and how fast that is to read; of a word only the length. */
function Pace({ times }: { times: Times }) {
  const { context, span, passageSpan, place } = times;
  const text = context?.segment.text ?? '';
  const load = useMemo(() => readingLoadOf(text), [text]);
  if (!span || !passageSpan) return null;
  const word = place.word === null ? null : context?.passage.words[place.word];
  const problem = place.word === null ? paceProblem(passageSpan, load) : null;
  const pace = place.word === null ? paceText(passageSpan, load) : lengthText(span);
  return (
    <div className="min-w-0 pb-1.5 text-sm tabular-nums">
      {problem === null && (
        <p className="text-quiet">
          {/* Where the tools for words, which name it, are in a menu. */}
          {word && <q className="mr-1.5 font-semibold text-ink sm:hidden">{word.text}</q>}
          {pace}
        </p>
      )}
      {/* Always there, so that what appears in it is read out. */}
      <p role="status" className="font-medium text-warn-ink">
        {problem}
      </p>
    </div>
  );
}

function useFocusAtStart(section: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    focusQuietly(section.current?.querySelector<HTMLElement>('[role="slider"]'));
  }, [section]);
}

function useLeaving(onReady: TimesBarProps['onReady'], goTo: (segmentId: number) => void): void {
  // On every render, so that it is never that of an earlier one.
  useLayoutEffect(() => {
    onReady(goTo);
    return () => onReady(null);
  });
}
