import { Merge, Pencil, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { type Speaker, shownSpeakers } from '#domain/speakers.ts';
import { formatCount } from '#web/lib/format.ts';
import type { PlaybackStore } from '#web/player/playback-store.ts';
import { VoiceSampleItem } from '#web/player/voice-sample-item.tsx';
import { AnchoredForm } from '#web/ui/anchored-form.tsx';
import {
  AnchoredAction,
  AnchoredHeading,
  AnchoredItem,
  AnchoredMenu,
  AnchoredSeparator,
  MenuScope,
} from '#web/ui/anchored-menu.tsx';
import { SpeakerLabel } from '../speakers/speaker-label.tsx';
import { SpeakerNameForm } from '../speakers/speaker-name-form.tsx';
import { useSpeakers } from '../speakers/use-speakers.ts';

/** The segments whose speaker the menu is about, and the anchor of the menu. */
export interface SpeakerTarget {
  anchor: HTMLElement;
  /** Who says the segment that the menu was opened at; null if it was opened for a selection. */
  speaker: Speaker | null;
  /** The selected rows. */
  segmentIds: readonly number[];
  /** The whole turn, if only one of its rows was selected. */
  turnIds: readonly number[];
  scope: 'segment' | 'turn';
}

interface SpeakerMenuProps {
  target: SpeakerTarget;
  transcript: Transcript;
  store: PlaybackStore;
  onGive: (segmentIds: readonly number[], label: string) => void;
  onNew: (segmentIds: readonly number[]) => void;
  /** Runs something that may remove the name that the menu was opened at. */
  onMerge: (merge: () => Promise<void>) => void;
  onClose: () => void;
}

/** What can be done about a speaker in the text: hear, rename and merge them, and give what they say here to another. */
export function SpeakerMenu(props: SpeakerMenuProps) {
  const { target, transcript, onMerge, onClose } = props;
  const { speaker, anchor } = target;
  const [view, setView] = useState<'all' | 'rename' | 'merge'>('all');
  const { merge } = useSpeakers(transcript);
  const others = shownSpeakers(transcript).filter(({ label }) => label !== speaker?.label);
  if (speaker && view === 'rename') {
    return (
      <AnchoredForm anchor={anchor} label={`Rename ${speaker.name}`} onClose={onClose}>
        <SpeakerNameForm transcript={transcript} speaker={speaker} onMerge={onMerge} onClose={onClose} />
      </AnchoredForm>
    );
  }
  if (speaker && view === 'merge') {
    const title = `Merge ${speaker.name} into`;
    return (
      <AnchoredMenu key="merge" anchor={anchor} label={title} onClose={onClose}>
        <AnchoredHeading>{title}</AnchoredHeading>
        {others.map((other) => (
          <AnchoredItem key={other.label} onSelect={() => onMerge(() => merge(speaker, other))}>
            <SpeakerLabel speaker={other} among={others} />
          </AnchoredItem>
        ))}
      </AnchoredMenu>
    );
  }
  return (
    <AnchoredMenu key="all" anchor={anchor} label={speaker?.name ?? 'Who says this'} onClose={onClose}>
      {speaker && (
        <>
          <VoiceSampleItem store={props.store} source={transcript} label={speaker.label} />
          <AnchoredAction onSelect={() => setView('rename')}>
            <Pencil aria-hidden="true" />
            Rename…
          </AnchoredAction>
          {others.length > 0 && (
            <AnchoredAction onSelect={() => setView('merge')}>
              <Merge aria-hidden="true" />
              Merge into another speaker…
            </AnchoredAction>
          )}
          <AnchoredSeparator />
        </>
      )}
      <GiveItems {...props} />
    </AnchoredMenu>
  );
}

/** The items that give segments to another speaker, or a new one. */
function GiveItems({ target, transcript, onGive, onNew }: SpeakerMenuProps) {
  const [scope, setScope] = useState(target.scope);
  const hasScope = target.segmentIds.length === 1 && target.turnIds.length > 1;
  const segmentIds = hasScope && scope === 'turn' ? target.turnIds : target.segmentIds;
  const chosen = new Set(segmentIds);
  const present = new Set(
    transcript.timestampedTranscript.filter(({ id }) => chosen.has(id)).map(({ speaker }) => speaker),
  );
  const all = shownSpeakers(transcript);
  const others = all.filter(({ label }) => present.size > 1 || !present.has(label));
  return (
    <>
      {hasScope && (
        <MenuScope
          value={scope}
          onChange={setScope}
          options={[
            { value: 'segment', label: 'This passage' },
            { value: 'turn', label: `This whole turn (${formatCount(target.turnIds.length, 'passage')})` },
          ]}
        />
      )}
      <AnchoredHeading>
        {segmentIds.length > 1 ? `Give ${formatCount(segmentIds.length, 'passage')} to` : 'Give to'}
      </AnchoredHeading>
      {others.map((other) => (
        <AnchoredItem key={other.label} onSelect={() => onGive(segmentIds, other.label)}>
          <SpeakerLabel speaker={other} among={all} />
        </AnchoredItem>
      ))}
      <AnchoredItem onSelect={() => onNew(segmentIds)}>
        <UserPlus aria-hidden="true" />
        New speaker…
      </AnchoredItem>
    </>
  );
}
