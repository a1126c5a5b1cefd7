import { languageName } from '#contract/languages.ts';
import type { SoundChoice, SoundTrackFacts } from '#contract/sound-tracks.ts';
import type { Transcript } from '#contract/transcripts.ts';

type SoundTracks = NonNullable<Transcript['soundTrack']>;

/** The sound that a text is of, as a choice: null if the recording has no others, or if not all tracks are mixed that can be. */
export function soundChoiceOf({ soundTrack }: Pick<Transcript, 'soundTrack'>): SoundChoice | null {
  if (!soundTrack) return null;
  if (soundTrack.number !== null) return soundTrack.number;
  return soundTrack.mixed.length < heard(soundTrack).length ? null : 'mixed';
}

/** The sounds of a recording that can be chosen, with their names; tracks in which nothing is heard cannot. */
export function soundChoices(soundTrack: SoundTracks): { choice: SoundChoice | null; label: string }[] {
  const tracks = heard(soundTrack);
  const isPart = soundChoiceOf({ soundTrack }) === null;
  return [
    ...(isPart ? [{ choice: null, label: `Tracks ${soundTrack.mixed.join(', ')} mixed` }] : []),
    ...(tracks.length > 1 ? [{ choice: 'mixed' as const, label: mixedLabel(tracks.length) }] : []),
    ...tracks.map(({ number, ...facts }) => ({ choice: number, label: trackLabel(number, facts) })),
  ];
}

/** What is known of a track in which something is heard. */
type HeardTrack = Pick<SoundTrackFacts, 'number'> & Partial<SoundTrackFacts>;

/** Of a recording that was read before tracks were described, only how many there are is known. */
function heard({ of, tracks }: SoundTracks): HeardTrack[] {
  if (tracks.length === 0) return Array.from({ length: of }, (_, at) => ({ number: at + 1 }));
  return tracks.filter(({ hasSound }) => hasSound);
}

function mixedLabel(count: number): string {
  return count === 2 ? 'Both mixed' : `All ${count} mixed`;
}

function trackLabel(number: number, { language, title, isAside }: Partial<SoundTrackFacts>): string {
  const facts = [
    ...(language ? [languageName(language)] : []),
    ...(title ? [title] : []),
    ...(isAside ? ['commentary'] : []),
  ];
  return facts.length === 0 ? `Track ${number}` : `Track ${number}: ${facts.join(', ')}`;
}
