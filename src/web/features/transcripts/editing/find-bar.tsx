import { ArrowDown, ArrowUp, CaseSensitive, TextSearch, WholeWord, X } from 'lucide-react';
import {
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { oneLine } from '#contract/edits.ts';
import { MAX_FIND_LENGTH } from '#contract/limits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import type { FindOptions } from '#domain/find-replace.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useEscapeLayer } from '#web/lib/escape-layers.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { EditCommands } from './edit-commands.ts';
import type { EditSession } from './edit-session.ts';
import './found.css';
import { createFinder, type FoundMatch, matchFrom } from './matches.ts';
import { ToolButton } from './tool-button.tsx';
import { showMatch, useFoundMarks } from './use-found-marks.ts';

interface FindBarProps {
  session: EditSession;
  segments: readonly TimestampedSegment[];
  commands: EditCommands;
  /** Incremented on each request to focus the search field. */
  asked: number;
  onClose: () => void;
  onFindByMeaning: () => void;
}

/** Finds and replaces in the text, one by one or all in one step. The browser's own search remains available for reading. */
export function FindBar({ session, segments, commands, asked, onClose, onFindByMeaning }: FindBarProps) {
  const [query, setQuery] = useState('');
  const [replacement, setReplacement] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [wholeWord, setWholeWord] = useState(false);
  const [place, setPlace] = useState<FoundMatch | null>(null);
  const [isReplacing, setReplacing] = useState(false);
  // Until something is typed again, the undo keys undo the replacement, also in the fields.
  const [hasReplaced, setReplaced] = useState(false);
  const [find] = useState(createFinder);
  const input = useRef<HTMLInputElement>(null);
  const deferredQuery = useDeferredValue(query);
  const options = useMemo(
    () => ({ query: deferredQuery, matchCase, wholeWord }),
    [deferredQuery, matchCase, wholeWord],
  );
  const matches = useMemo(() => find(segments, options), [find, segments, options]);
  const current = matchFrom(matches, segments, place);
  useEscapeLayer('bar', onClose);
  useFocusWhenAsked(input, asked);
  useFoundMarks(matches, current);
  useCurrentInSight({ options, place }, matches[current]);

  function go(step: 1 | -1) {
    const next = matches.at((current + step + matches.length) % Math.max(1, matches.length));
    // A new object each time, so that the only match is shown again.
    setPlace(next ? { ...next } : null);
  }

  function replaceOne() {
    const match = matches[current];
    const text = match && session.textOf(match.segmentId);
    if (!match || text === undefined) return;
    const changed = oneLine(text.slice(0, match.start) + replacement + text.slice(match.end));
    session.queue.type(session.queue.idOf(match.segmentId), changed);
    session.queue.flush();
    setPlace({ ...match, start: match.start + replacement.length });
    setReplaced(true);
  }

  async function replaceEverything() {
    setReplacing(true);
    setReplaced(true);
    await commands.replaceAll(options, replacement);
    setReplacing(false);
  }

  function onKeyDown(event: React.KeyboardEvent) {
    if (keyOf(event) === 'Escape') {
      event.stopPropagation();
      return onClose();
    }
    if (!hasReplaced || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    const key = keyOf(event).toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    void (key === 'y' || event.shiftKey ? commands.redo() : commands.undo());
  }

  return (
    // Tab moves from field to field, even where the fields are stacked with their buttons beside them.
    <search
      aria-label="Find and replace"
      className="mt-2 grid items-center gap-x-1.5 gap-y-2 border-t pt-2.5 sm:grid-flow-col sm:grid-cols-[16rem_1fr] sm:grid-rows-2"
      onKeyDown={onKeyDown}
    >
      <FindField
        ref={input}
        label="Find"
        value={query}
        onType={(text) => {
          setQuery(text);
          setReplaced(false);
        }}
        onEnter={(isBack) => go(isBack ? -1 : 1)}
      />
      <FindField
        label="Replace with"
        value={replacement}
        onType={(text) => {
          setReplacement(text);
          setReplaced(false);
        }}
        onEnter={replaceOne}
      />
      <div className="flex flex-wrap items-center gap-1.5">
        <Toggle label="Match case" isOn={matchCase} onToggle={setMatchCase}>
          <CaseSensitive aria-hidden="true" />
        </Toggle>
        <Toggle label="Whole word" isOn={wholeWord} onToggle={setWholeWord}>
          <WholeWord aria-hidden="true" />
        </Toggle>
        <p role="status" className="min-w-20 px-1 text-center text-sm text-quiet tabular-nums">
          {countText(deferredQuery, matches.length, current)}
        </p>
        <ToolButton label="Previous match" isIdle={matches.length === 0} onClick={() => go(-1)}>
          <ArrowUp aria-hidden="true" />
        </ToolButton>
        <ToolButton label="Next match" isIdle={matches.length === 0} onClick={() => go(1)}>
          <ArrowDown aria-hidden="true" />
        </ToolButton>
        <ToolButton label="Close find and replace" className="ml-auto" onClick={onClose}>
          <X aria-hidden="true" />
        </ToolButton>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <Button variant="outline" size="sm" isIdle={matches.length === 0} onClick={replaceOne}>
          Replace
        </Button>
        <Button
          variant="outline"
          size="sm"
          isIdle={matches.length === 0 || isReplacing}
          onClick={() => void replaceEverything()}
        >
          Replace all
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-label="Find by meaning"
          className="sm:hidden"
          onClick={onFindByMeaning}
        >
          <TextSearch aria-hidden="true" />
          By meaning
        </Button>
      </div>
    </search>
  );
}

/** Focuses a field on request, and never while somebody is typing. */
function useFocusWhenAsked(field: RefObject<HTMLInputElement | null>, asked: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each request.
  useLayoutEffect(() => focusQuietly(field.current), [field, asked]);
}

/** Scrolls to the current match when the query or the current match changes. */
function useCurrentInSight(
  { options, place }: { options: FindOptions; place: FoundMatch | null },
  match: FoundMatch | undefined,
): void {
  const show = useEffectEvent(() => showMatch(match));
  // biome-ignore lint/correctness/useExhaustiveDependencies: edits of other people do not move the page.
  useEffect(() => show(), [options, place]);
}

interface FindFieldProps {
  ref?: RefObject<HTMLInputElement | null>;
  label: string;
  value: string;
  onType: (text: string) => void;
  onEnter: (isBack: boolean) => void;
}

function FindField({ ref, label, value, onType, onEnter }: FindFieldProps) {
  return (
    <input
      ref={ref}
      type="text"
      aria-label={label}
      placeholder={label}
      dir="auto"
      maxLength={MAX_FIND_LENGTH}
      value={value}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => {
        if (keyOf(event) !== 'Enter') return;
        event.preventDefault();
        onEnter(event.shiftKey);
      }}
      className="h-8.5 w-full min-w-0 rounded-lg border border-line-strong bg-surface px-2.5 text-sm text-ink placeholder:text-quiet"
    />
  );
}

function countText(query: string, count: number, current: number): string {
  if (query === '') return '';
  if (count === 0) return 'No matches';
  return `${(current + 1).toLocaleString('en')} of ${count.toLocaleString('en')}`;
}

function Toggle(props: {
  label: string;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
  children: React.ReactNode;
}) {
  return (
    <Tooltip text={props.label}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={props.label}
        aria-pressed={props.isOn}
        className={classNames('size-8.5!', props.isOn && 'bg-brand-soft! text-brand-ink!')}
        onClick={() => props.onToggle(!props.isOn)}
      >
        {props.children}
      </Button>
    </Tooltip>
  );
}
