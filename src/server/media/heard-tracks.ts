import { cutText } from '#contract/cut-text.ts';
import { LanguageTag } from '#contract/languages.ts';
import { MAX_TRACK_TITLE_LENGTH } from '#contract/limits.ts';
import type { SoundChoice, SoundTrackFacts } from '#contract/sound-tracks.ts';
import { readTag } from './tag-text.ts';
import { MAX_TAG_LENGTH, type OneTrack, type SoundTrack, type WantedSound } from './tool.ts';

/** What listening to a sound track gave: 'nothing' if it could not be decoded. */
export type Listened = 'sound' | 'silence' | 'nothing';

/** A sound track, as its recording describes it, and what was heard in it. */
export interface ListenedTrack {
  number: number;
  language: string | null;
  isDefault: boolean;
  isAside: boolean;
  heard: Listened;
}

/**
 * The numbers of the tracks that are heard, which are mixed if there are several; none only if there are no tracks.
 *
 * If nobody chose, or if there is no such track: the first default one that holds sound, else the first such. If all that hold sound are in
 * one language, or say none, they are the microphones of one recording, and all are heard; tracks in different languages are translations.
 */
export function heardTracks(tracks: readonly ListenedTrack[], choice: SoundChoice | null): number[] {
  const sounding = tracks.filter(({ heard }) => heard === 'sound');
  if (choice === 'mixed' && sounding.length > 0) return sounding.map(({ number }) => number);
  const chosen = tracks.find(({ number, heard }) => number === choice && heard !== 'nothing');
  if (chosen) return [chosen.number];
  const voices = sounding.filter(({ isAside }) => !isAside);
  const isOneLanguage = new Set(voices.map(({ language }) => language)).size === 1;
  if (voices.length > 1 && isOneLanguage) return voices.map(({ number }) => number);
  const inOrder = tracks.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  const first =
    inOrder.find(({ heard }) => heard === 'sound') ??
    inOrder.find(({ heard }) => heard === 'silence') ??
    inOrder[0];
  return first ? [first.number] : [];
}

/** Tracks that are heard together, as one sound. A clock that is broken is the container's, and so that of all. */
export function heardTogether(
  [first, ...others]: readonly [OneTrack, ...OneTrack[]],
  of: number,
): SoundTrack {
  const all = [first, ...others];
  const isBroken = all.some((track) => track.isBroken);
  const lastMs = Math.max(...all.map((track) => track.lastMs));
  return { ...first, lastMs, isBroken, of, mixedWith: others.map((track) => ({ ...track, isBroken })) };
}

/** The tracks of a sound, each of which is heard in it. */
export function tracksIn(sound: SoundTrack): readonly [OneTrack, ...OneTrack[]] {
  return [sound, ...sound.mixedWith];
}

/** Codes of ISO 639-2 that name no language. */
const NO_LANGUAGE = new Set(['und', 'mul', 'mis', 'zxx']);

/** The BCP 47 tag of a track's language, from a code of ISO 639-2 ('ger', 'deu') or from a tag; null if it names none. */
export function trackLanguage(code: string | null | undefined): string | null {
  const tag = code?.trim().slice(0, MAX_TAG_LENGTH) ?? '';
  if (!LanguageTag.safeParse(tag.toLowerCase()).success) return null;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag);
    const isNamed =
      !NO_LANGUAGE.has(canonical.split('-')[0] ?? '') && LanguageTag.safeParse(canonical).success;
    return isNamed ? canonical : null;
  } catch {
    return null;
  }
}

/** The title of a track on one line, cut to the length that is kept; null if there is none, or if its encoding cannot be told. */
export function trackTitle(tag: string | null | undefined): string | null {
  const line = (readTag(tag?.slice(0, MAX_TAG_LENGTH)) ?? '')
    .toWellFormed()
    .replace(/[\s\p{Cc}\ufffd\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  return cutText(line, MAX_TRACK_TITLE_LENGTH).trim() || null;
}

/** What is told of a track that was listened to. */
export function trackFacts(
  { number, language, isAside, heard }: ListenedTrack,
  { title, channels }: Pick<SoundTrackFacts, 'title' | 'channels'>,
): SoundTrackFacts {
  return { number, language, title, channels, hasSound: heard === 'sound', isAside };
}

/** Whether it is said by number what is heard. */
export function isNumbers(wanted: WantedSound): wanted is readonly number[] {
  return Array.isArray(wanted);
}
