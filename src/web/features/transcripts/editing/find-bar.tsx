import { ArrowDown, ArrowUp, CaseSensitive, WholeWord, X } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { oneLine } from '#contract/edits.ts';
import { MAX_FIND_LENGTH } from '#contract/limits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { EditCommands } from './edit-commands.ts';
import type { EditSession } from './edit-session.ts';
import './found.css';
import { createFinder, type Match, matchFrom } from './matches.ts';
import { showMatch, useFoundMarks } from './use-found-marks.ts';

interface FindBarProps {
  session: EditSession;
  segments: readonly TimestampedSegment[];
  commands: EditCommands;
  onClose: () => void;
}

/** Finds in the text and replaces, one by one or all in one step. The browser's own search stays for reading. */
export function FindBar({ session, segments, commands, onClose }: FindBarProps) {
  const [query, setQuery] = useState('');
  const [replacement, setReplacement] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [wholeWord, setWholeWord] = useState(false);
  const [place, setPlace] = useState<Match | null>(null);
  const [isReplacing, setReplacing] = useState(false);
  const [find] = useState(createFinder);
  const input = useRef<HTMLInputElement>(null);
  const wanted = useDeferredValue(query);
  const options = useMemo(() => ({ query: wanted, matchCase, wholeWord }), [wanted, matchCase, wholeWord]);
  const matches = useMemo(() => find(segments, options), [find, segments, options]);
  const current = matchFrom(matches, segments, place);
  useFoundMarks(matches, current);

  function go(step: 1 | -1) {
    const next = matches.at((current + step + matches.length) % Math.max(1, matches.length));
    setPlace(next ?? null);
    showMatch(next);
  }

  function replaceOne() {
    const match = matches[current];
    const text = match && session.textOf(match.segmentId);
    if (!match || text === undefined) return;
    const changed = oneLine(text.slice(0, match.start) + replacement + text.slice(match.end));
    session.queue.type(session.queue.idOf(match.segmentId), changed);
    session.queue.flush();
    setPlace({ ...match, start: match.start + replacement.length });
    showMatch(match);
  }

  async function replaceEverything() {
    setReplacing(true);
    await commands.replaceAll(options, replacement);
    setReplacing(false);
  }

  return (
    <search
      aria-label="Find and replace"
      className="mt-2 grid gap-2 border-t pt-2.5"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="flex flex-wrap items-center gap-1.5">
        <input
          ref={(element) => {
            if (input.current === null) element?.focus();
            input.current = element;
          }}
          type="text"
          aria-label="Find"
          placeholder="Find"
          dir="auto"
          maxLength={MAX_FIND_LENGTH}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setPlace(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            go(event.shiftKey ? -1 : 1);
          }}
          className={FIELD_CLASS}
        />
        <Toggle label="Match case" isOn={matchCase} onToggle={setMatchCase}>
          <CaseSensitive aria-hidden="true" />
        </Toggle>
        <Toggle label="Whole word" isOn={wholeWord} onToggle={setWholeWord}>
          <WholeWord aria-hidden="true" />
        </Toggle>
        <p role="status" className="min-w-20 px-1 text-center text-sm text-quiet tabular-nums">
          {countText(wanted, matches.length, current)}
        </p>
        <SmallButton label="Previous match" isIdle={matches.length === 0} onClick={() => go(-1)}>
          <ArrowUp aria-hidden="true" />
        </SmallButton>
        <SmallButton label="Next match" isIdle={matches.length === 0} onClick={() => go(1)}>
          <ArrowDown aria-hidden="true" />
        </SmallButton>
        <SmallButton label="Close find and replace" className="ml-auto" onClick={onClose}>
          <X aria-hidden="true" />
        </SmallButton>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <input
          type="text"
          aria-label="Replace with"
          placeholder="Replace with"
          dir="auto"
          maxLength={MAX_FIND_LENGTH}
          value={replacement}
          onChange={(event) => setReplacement(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            replaceOne();
          }}
          className={FIELD_CLASS}
        />
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
      </div>
    </search>
  );
}

const FIELD_CLASS =
  'h-8.5 w-full min-w-0 rounded-lg border border-line-strong bg-surface px-2.5 text-sm text-ink placeholder:text-quiet sm:w-64';

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

function SmallButton(props: {
  label: string;
  isIdle?: boolean;
  className?: string;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <Tooltip text={props.label}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={props.label}
        className={classNames('size-8.5!', props.className)}
        isIdle={props.isIdle ?? false}
        onClick={props.onClick}
      >
        {props.children}
      </Button>
    </Tooltip>
  );
}
