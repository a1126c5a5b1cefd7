import {
  ArrowDown,
  ArrowLeftToLine,
  ArrowRightToLine,
  ArrowUp,
  ChevronLeft,
  ChevronRight,
  Ellipsis,
  Play,
  WholeWord,
} from 'lucide-react';
import { classNames } from '#web/lib/class-names.ts';
import { languageProps } from '#web/lib/language-props.ts';
import type { PlaybackStore } from '#web/player/playback-store.ts';
import { usePlayback } from '#web/player/use-playback.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Menu, MenuItem, MenuSeparator, MenuTick } from '#web/ui/menu.tsx';
import { ToolButton } from '../tool-button.tsx';
import type { Times } from './use-times.ts';

const ALONG = 'Move the neighbor’s border along';

/** Chooses between the passage and its words. Missing where there are no words. */
export function WordTools({ times, language }: { times: Times; language: string | null }) {
  const { context, place, wordCount } = times;
  if (!context || wordCount === 0) return null;
  const word = place.word === null ? null : (context.passage.words[place.word]?.text ?? '');
  return (
    <>
      {word !== null && (
        <>
          <ToolButton label="Previous word" isIdle={place.word === 0} onClick={() => times.stepWord(-1)}>
            <ChevronLeft aria-hidden="true" />
          </ToolButton>
          <p
            role="status"
            className="max-w-40 truncate text-sm font-semibold"
            {...languageProps(word, language)}
          >
            {word}
          </p>
          <ToolButton
            label="Next word"
            isIdle={place.word === wordCount - 1}
            onClick={() => times.stepWord(1)}
          >
            <ChevronRight aria-hidden="true" />
          </ToolButton>
        </>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={word !== null}
        className={classNames(word !== null && 'bg-brand-soft! text-brand-ink!')}
        onClick={times.toggleWords}
      >
        <WholeWord aria-hidden="true" />
        Words
      </Button>
    </>
  );
}

/** What can be done besides typing and dragging. */
export function PassageTools({ times, store }: { times: Times; store: PlaybackStore }) {
  const isSilent = usePlayback(store, ({ unavailable }) => unavailable !== null);
  return (
    <>
      <Button variant="outline" size="sm" isIdle={isSilent} onClick={times.play}>
        <Play aria-hidden="true" />
        Play
      </Button>
      <ToolButton label="Set the start to the playback" onClick={() => times.setToPlayhead('start')}>
        <ArrowLeftToLine aria-hidden="true" />
      </ToolButton>
      <ToolButton label="Set the end to the playback" onClick={() => times.setToPlayhead('end')}>
        <ArrowRightToLine aria-hidden="true" />
      </ToolButton>
      <ToolButton label="Previous passage" isIdle={!times.canGo(-1)} onClick={() => void times.go(-1)}>
        <ArrowUp aria-hidden="true" />
      </ToolButton>
      <ToolButton label="Next passage" isIdle={!times.canGo(1)} onClick={() => void times.go(1)}>
        <ArrowDown aria-hidden="true" />
      </ToolButton>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the control, and names itself. */}
      <label className="ml-2 flex items-center gap-2 text-sm">
        <Checkbox label={ALONG} checked={times.isAlong} onChange={times.setAlong} />
        <span aria-hidden="true">{ALONG}</span>
      </label>
    </>
  );
}

/** The same in a menu, for small screens. */
export function TimesMenu({ times, store }: { times: Times; store: PlaybackStore }) {
  const isSilent = usePlayback(store, ({ unavailable }) => unavailable !== null);
  const isWord = times.place.word !== null;
  return (
    <Menu
      trigger={
        <Button variant="outline" size="sm" aria-label="More for these times">
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {!isSilent && <MenuItem onSelect={times.play}>Play</MenuItem>}
      <MenuItem onSelect={() => times.setToPlayhead('start')}>Set the start to the playback</MenuItem>
      <MenuItem onSelect={() => times.setToPlayhead('end')}>Set the end to the playback</MenuItem>
      <MenuSeparator />
      {times.canGo(-1) && <MenuItem onSelect={() => void times.go(-1)}>Previous passage</MenuItem>}
      {times.canGo(1) && <MenuItem onSelect={() => void times.go(1)}>Next passage</MenuItem>}
      {times.wordCount > 0 && (
        <MenuItem onSelect={times.toggleWords}>{isWord ? 'Times of the passage' : 'Times of words'}</MenuItem>
      )}
      {isWord && <MenuItem onSelect={() => times.stepWord(-1)}>Previous word</MenuItem>}
      {isWord && <MenuItem onSelect={() => times.stepWord(1)}>Next word</MenuItem>}
      <MenuSeparator />
      <MenuTick label={ALONG} checked={times.isAlong} onChange={times.setAlong} />
    </Menu>
  );
}
