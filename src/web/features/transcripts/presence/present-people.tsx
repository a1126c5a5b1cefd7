import type { PresentPerson } from '#contract/presence.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { formatTime } from '#domain/timecode.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts';
import { scrollToRow } from '#web/player/scroll-to-row.ts';
import { segmentElement, timeButtonOf } from '#web/player/segment-id.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { initialsOf } from './initials.ts';
import { usePresence } from './use-presence.ts';
import { useRowMarks } from './use-row-marks.ts';

const MAX_DRAWN = 8;
const MAX_DRAWN_ON_PHONES = 3;

/** Who else has this transcript open: initials, of which those of people who write lead to where they do. Takes no room of its own. */
export function PresentPeople({ transcript }: { transcript: Transcript }) {
  const { people, more } = usePresence(transcript);
  const isPhone = useMediaQuery(PHONE);
  useRowMarks(people);
  if (people.length === 0) return null;
  const drawn = firstOf(people, isPhone ? MAX_DRAWN_ON_PHONES : MAX_DRAWN);
  const rest = people.filter((person) => !drawn.includes(person));
  return (
    <ul aria-label="Also here" className="-mb-1 ml-auto flex shrink-0 gap-1.5 sm:order-last sm:-mt-1">
      {drawn.map((person) => (
        <li key={person.id}>
          <PersonButton person={person} transcript={transcript} />
        </li>
      ))}
      {rest.length + more > 0 && (
        <li>
          <Tooltip text={rest.map(({ name }) => name).join(', ')}>
            <button type="button" className="person person-rest" aria-disabled="true">
              <span aria-hidden="true">+{rest.length + more}</span>
              <span className="sr-only">{rest.length + more} more</span>
            </button>
          </Tooltip>
        </li>
      )}
    </ul>
  );
}

function PersonButton({ person, transcript }: { person: PresentPerson; transcript: Transcript }) {
  const { name, color, segmentId } = person;
  const segment = transcript.timestampedTranscript.find(({ id }) => id === segmentId);
  const label = segment ? `${name}, writing at ${formatTime(segment.start)}` : name;
  return (
    <Tooltip text={label}>
      <button
        type="button"
        className="person forced-colors:border"
        // A custom property, which React's types do not know.
        style={{ '--person': `var(--person-${color})` } as React.CSSProperties}
        aria-label={label}
        aria-disabled={segment ? undefined : true}
        data-writes={segment ? '' : undefined}
        onClick={segment && (() => goTo(segment.id))}
      >
        {initialsOf(name)}
      </button>
    </Tooltip>
  );
}

/** The first people in their order, of whom those who write come before others. */
function firstOf(people: readonly PresentPerson[], count: number): PresentPerson[] {
  if (people.length <= count) return [...people];
  const writers = people.filter(({ segmentId }) => segmentId !== null);
  const others = people.filter(({ segmentId }) => segmentId === null);
  const first = new Set([...writers, ...others].slice(0, count));
  return people.filter((person) => first.has(person));
}

function goTo(segmentId: number): void {
  const row = segmentElement(segmentId);
  if (!row) return;
  scrollToRow(row);
  focusQuietly(timeButtonOf(row));
}
