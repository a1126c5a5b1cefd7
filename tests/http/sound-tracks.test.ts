import { expect, it } from 'vitest';
import type { TranscriptId } from '#contract/ids.ts';
import type { SoundChoice } from '#contract/sound-tracks.ts';
import {
  cancelTranscript,
  getTranscript,
  getWaveform,
  restoreVersion,
  transcribeAgain,
} from '#contract/transcripts.ts';
import { sharedApp, testApp } from '#tests/support/app.ts';
import { gatedEngine } from '#tests/support/gated-engine.ts';
import { composed, withUnknownLastTrack } from '#tests/support/odd-recordings.ts';
import type { Person } from '#tests/support/person.ts';
import { aacOf, wavOf } from '#tests/support/recordings.ts';
import { joinSounds, silence, tone } from '#tests/support/speak.ts';

const SECOND_MS = 1000;
/** One is heard in the first seconds, the other in the last ones. */
const [early, late] = await Promise.all([
  aacOf(await wavOf(joinSounds(tone(3 * SECOND_MS, 440, 0.5), silence(3 * SECOND_MS))), 48_000, 'mono'),
  aacOf(await wavOf(joinSounds(silence(3 * SECOND_MS), tone(3 * SECOND_MS, 660, 0.5))), 44_100, '5.1'),
]);
const dubs = await composed('matroska', [
  { bytes: early, language: 'eng', title: 'Original' },
  { bytes: late, language: 'ger' },
]);
const microphones = await composed('matroska', [{ bytes: early }, { bytes: late }]);
const FILE = { filename: 'talk.mkv', contentType: 'video/x-matroska' };

/** What is heard of a transcript: in its first and in its last seconds, by the waveform. */
async function heardIn(person: Person, id: TranscriptId): Promise<string> {
  const { peaks } = await person.call(getWaveform, { params: { id }, query: {} });
  const isLoud = (part: readonly number[]) => part.filter((peak) => peak > 20).length > part.length / 2;
  const half = Math.floor(peaks.length / 2);
  return [isLoud(peaks.slice(0, half)) ? 'early' : '', isLoud(peaks.slice(half)) ? 'late' : '']
    .join(' ')
    .trim();
}

/** Waits until nothing is made of a recording any more. */
async function settledAgain(person: Person, id: TranscriptId) {
  let now = await person.call(getTranscript, { params: { id } });
  await expect
    .poll(async () => {
      now = await person.call(getTranscript, { params: { id } });
      return now.stage === null && !now.mediaPreparing;
    })
    .toBe(true);
  return now;
}

async function withDubs() {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const id = await ann.upload(dubs, FILE);
  await ann.settled(id);
  return { ann, id, first: await settledAgain(ann, id) };
}

it('takes the first of translations, and lists all of them', async () => {
  const { ann, id, first } = await withDubs();
  expect(first.soundTrack).toEqual({
    number: 1,
    of: 2,
    mixed: [],
    tracks: [
      { number: 1, language: 'en', title: 'Original', channels: 1, hasSound: true, isAside: false },
      { number: 2, language: 'de', title: null, channels: 6, hasSound: true, isAside: false },
    ],
  });
  expect(first.missingSoundTrack).toBeNull();
  expect(await heardIn(ann, id)).toBe('early');
});

it.each<[SoundChoice, string, number | null, number[]]>([
  [2, 'late', 2, []],
  ['mixed', 'early late', null, [1, 2]],
])(
  'transcribes again with another sound (%s), and brings the first one back with its text',
  async (choice, heard, number, mixed) => {
    const { ann, id, first } = await withDubs();
    const params = { id };
    await ann.call(transcribeAgain, { params, body: { soundTrack: choice } });
    const second = await settledAgain(ann, id);
    expect(second).toMatchObject({ version: 2, soundTrack: { number, mixed, of: 2 } });
    expect(await heardIn(ann, id)).toBe(heard);
    // Browsers keep what they have loaded from an address.
    expect(second.mediaUrl).not.toBe(first.mediaUrl);
    expect(second.mediaUrl).not.toBeNull();

    const restored = await ann.call(restoreVersion, { params: { id, version: 1 } });
    expect(restored.soundTrack).toEqual(first.soundTrack);
    expect(await heardIn(ann, id)).toBe('early');
    expect((await settledAgain(ann, id)).mediaUrl).toBe(first.mediaUrl);
    await ann.call(restoreVersion, { params: { id, version: 2 } });
    expect((await settledAgain(ann, id)).mediaUrl).toBe(second.mediaUrl);
    expect(await heardIn(ann, id)).toBe(heard);
  },
);

it('plays the sound of the text that is shown until there is a new one, and goes on with it if there is none', async () => {
  const gate = gatedEngine();
  const { person } = await testApp({ workers: true, engine: gate.engine });
  const ann = await person();
  const id = await ann.upload(dubs, FILE);
  gate.open();
  await ann.settled(id);
  const first = await settledAgain(ann, id);
  gate.close();
  await ann.call(transcribeAgain, { params: { id }, body: { soundTrack: 2 } });
  await gate.running(2);
  const { soundTrack, mediaUrl } = await ann.call(getTranscript, { params: { id } });
  expect({ soundTrack, mediaUrl }).toEqual({ soundTrack: first.soundTrack, mediaUrl: first.mediaUrl });
  expect(await heardIn(ann, id)).toBe('early');
  await ann.call(cancelTranscript, { params: { id } });
  const now = await settledAgain(ann, id);
  expect(now).toMatchObject({ soundTrack: first.soundTrack, mediaUrl: first.mediaUrl, version: 1 });
  expect(await heardIn(ann, id)).toBe('early');
});

it('refuses a sound track that there is not, and says what to do', async () => {
  const { ann, id } = await withDubs();
  const again = (soundTrack: SoundChoice) =>
    ann.call(transcribeAgain, { params: { id }, body: { soundTrack } });
  await expect(again(3)).rejects.toMatchObject({ status: 409, code: 'sound_track_missing' });
  expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({ stage: null, version: 1 });
});

it('mixes the microphones of one recording, unless one was chosen when it was uploaded', async () => {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const [all, one] = [
    await ann.upload(microphones, FILE),
    await ann.upload(microphones, { ...FILE, soundTrack: 2 }),
  ];
  expect(await ann.settled(all)).toMatchObject({ soundTrack: { number: null, mixed: [1, 2] } });
  expect(await heardIn(ann, all)).toBe('early late');
  expect(await ann.settled(one)).toMatchObject({ soundTrack: { number: 2, mixed: [] } });
  expect(await heardIn(ann, one)).toBe('late');
});

it('transcribes an upload of which a track was wanted that there is not, and says so', async () => {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const id = await ann.upload(dubs, { ...FILE, soundTrack: 5 });
  expect(await ann.settled(id)).toMatchObject({
    status: 'completed',
    missingSoundTrack: 5,
    soundTrack: { number: 1, of: 2 },
  });
});

it('transcribes an upload of which a track was wanted that cannot be decoded, and says so', async () => {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const film = await composed('mp4', [{ bytes: early }, { bytes: late }]);
  const file = { filename: 'film.mp4', contentType: 'video/mp4', soundTrack: 2 };
  const id = await ann.upload(withUnknownLastTrack(film), file);
  expect(await ann.settled(id)).toMatchObject({
    status: 'completed',
    missingSoundTrack: 2,
    soundTrack: { number: 1, of: 2 },
  });
  expect(await heardIn(ann, id)).toBe('early');
});
