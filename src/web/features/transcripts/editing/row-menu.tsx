import { ArrowDownToLine, ArrowUpToLine, History, Play, Timer, UserRound } from 'lucide-react';
import { AnchoredItem, AnchoredMenu } from '#web/ui/anchored-menu.tsx';

interface RowMenuProps {
  anchor: HTMLElement;
  isFirst: boolean;
  isLast: boolean;
  onPlay: () => void;
  onJoin: (direction: 'before' | 'after') => void;
  onSpeaker: () => void;
  onTimes: () => void;
  onHistory: () => void;
  onClose: () => void;
}

/** The menu of one segment. */
export function RowMenu(props: RowMenuProps) {
  return (
    <AnchoredMenu anchor={props.anchor} label="This passage" onClose={props.onClose}>
      <AnchoredItem onSelect={props.onPlay}>
        <Play aria-hidden="true" />
        Play from here
      </AnchoredItem>
      <AnchoredItem onSelect={props.onSpeaker}>
        <UserRound aria-hidden="true" />
        Who says this…
      </AnchoredItem>
      {!props.isFirst && (
        <AnchoredItem onSelect={() => props.onJoin('before')}>
          <ArrowUpToLine aria-hidden="true" />
          Join with previous
        </AnchoredItem>
      )}
      {!props.isLast && (
        <AnchoredItem onSelect={() => props.onJoin('after')}>
          <ArrowDownToLine aria-hidden="true" />
          Join with next
        </AnchoredItem>
      )}
      <AnchoredItem onSelect={props.onTimes}>
        <Timer aria-hidden="true" />
        Times…
      </AnchoredItem>
      <AnchoredItem onSelect={props.onHistory}>
        <History aria-hidden="true" />
        History of this passage
      </AnchoredItem>
    </AnchoredMenu>
  );
}
