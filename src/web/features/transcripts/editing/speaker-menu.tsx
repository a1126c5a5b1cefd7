import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { shownSpeakers } from '#domain/speakers.ts';
import { formatCount } from '#web/lib/format.ts';
import type { DisplayedTranscript } from '#web/player/transcript-text.tsx';
import { AnchoredItem, AnchoredMenu, MenuScope } from '#web/ui/anchored-menu.tsx';

/** The segments to assign to another speaker, and the anchor of the menu. */
export interface SpeakerTarget {
  anchor: HTMLElement;
  /** The selected rows. */
  segmentIds: readonly number[];
  /** The whole turn, if only one of its rows was selected. */
  turnIds: readonly number[];
  scope: 'segment' | 'turn';
}

interface SpeakerMenuProps {
  target: SpeakerTarget;
  source: DisplayedTranscript;
  onChoose: (segmentIds: readonly number[], label: string) => void;
  onNew: (segmentIds: readonly number[]) => void;
  onClose: () => void;
}

/** The menu 'Who says this': the other speakers, or a new one. */
export function SpeakerMenu({ target, source, onChoose, onNew, onClose }: SpeakerMenuProps) {
  const [scope, setScope] = useState(target.scope);
  const hasScope = target.segmentIds.length === 1 && target.turnIds.length > 1;
  const segmentIds = hasScope && scope === 'turn' ? target.turnIds : target.segmentIds;
  const chosen = new Set(segmentIds);
  const present = new Set(
    source.timestampedTranscript.filter(({ id }) => chosen.has(id)).map(({ speaker }) => speaker),
  );
  const others = shownSpeakers(source).filter(({ label }) => present.size > 1 || !present.has(label));
  return (
    <AnchoredMenu anchor={target.anchor} label="Who says this" onClose={onClose}>
      {hasScope ? (
        <MenuScope
          value={scope}
          onChange={setScope}
          options={[
            { value: 'segment', label: 'This segment' },
            { value: 'turn', label: `This whole turn (${formatCount(target.turnIds.length, 'segment')})` },
          ]}
        />
      ) : (
        segmentIds.length > 1 && (
          <p className="px-2.5 pt-1.5 pb-1 text-sm text-quiet">{formatCount(segmentIds.length, 'segment')}</p>
        )
      )}
      {others.map(({ label, name, color }) => (
        <AnchoredItem key={label} onSelect={() => onChoose(segmentIds, label)}>
          <span
            className={`speaker-${color} size-2.5 shrink-0 rounded-full bg-(--speaker)`}
            aria-hidden="true"
          />
          <span className="truncate">{name}</span>
        </AnchoredItem>
      ))}
      <AnchoredItem onSelect={() => onNew(segmentIds)}>
        <UserPlus aria-hidden="true" />
        New speaker…
      </AnchoredItem>
    </AnchoredMenu>
  );
}
