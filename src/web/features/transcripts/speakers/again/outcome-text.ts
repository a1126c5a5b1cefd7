import type { SpeakerSearch } from '#contract/speaker-search.ts';
import { formatCount } from '#web/lib/format.ts';

/** '3 speakers instead of 5; 41 passages change.' */
export function outcomeText({
  speakersBefore,
  speakersAfter,
  changedSegments,
}: NonNullable<SpeakerSearch['outcome']>): string {
  if (changedSegments === 0) return 'The same speakers were found: nothing changes.';
  const passages = `${formatCount(changedSegments, 'passage')} ${changedSegments === 1 ? 'changes' : 'change'}.`;
  return speakersBefore === speakersAfter
    ? `Still ${formatCount(speakersAfter, 'speaker')}; ${passages}`
    : `${formatCount(speakersAfter, 'speaker')} instead of ${speakersBefore}; ${passages}`;
}
