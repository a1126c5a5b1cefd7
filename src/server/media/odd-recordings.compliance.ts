import { beforeAll, describe, expect, it } from 'vitest';
import { encodeText } from '#tests/support/encode-text.ts';
import { levelsOf, mediaBench, readSamples, toneIn } from '#tests/support/media-bench.ts';
import {
  channelsWav,
  composed,
  infoTitledWav,
  rf64,
  sizedWav,
  withUnknownLastTrack,
} from '#tests/support/odd-recordings.ts';
import {
  aacOf,
  encoded,
  silentVideo,
  titledMp3,
  variableMp3,
  wavOf,
  wavRecording,
} from '#tests/support/recordings.ts';
import { tone } from '#tests/support/speak.ts';
import { playbackOf } from './playback.ts';
import { type MediaTool, SAMPLE_RATE, type WantedSound } from './tool.ts';

const DURATION_MS = 3000;
/** Encoders add up to a few frames of padding. */
const PADDING_MS = 150;
const MOST_OFF_MS = 50;

/**
 * What every media tool does with recordings whose stamps, tracks, channels or headers are odd, as programs really write them. Each
 * reading starts a process, so the quick tests of the slower tool go through a selection.
 */
export function describeOddRecordings(tool: MediaTool, extent: 'selection' | 'whole' = 'whole'): void {
  const some = <Case>(cases: readonly Case[]) => (extent === 'whole' ? cases : cases.slice(0, 1));
  const { signal } = new AbortController();
  const { put, target, decode, cutClip } = mediaBench(tool);
  let wav: Buffer;
  beforeAll(async () => {
    wav = await wavRecording(DURATION_MS);
  });

  describe('times', () => {
    /** A tone in the first second of sound, and another in the third; how the levels of tenths of a second are seen. */
    const heard = async (path: string) => {
      const pcm = target();
      const decoded = await decode(path, pcm, { signal });
      const levels = await levelsOf(pcm);
      const tones = levels.flatMap((level, tenth) => (level > 0.1 ? [tenth] : []));
      return { ...decoded, tones, first: tones[0], last: tones.at(-1) };
    };
    const sound = () => encoded(wav, 'm4a');
    const late = (by: number) => (seconds: number) => seconds + by;
    const jump = (at: number, by: number) => (seconds: number) => (seconds < at ? seconds : seconds + by);

    const odd = [
      ['the sound has a hole', 'mp4', true, jump(1.5, 2), 0, 49],
      ['the sound has a hole', 'matroska', false, jump(1.5, 2), 0, 49],
      ['the sound begins after the picture', 'mp4', true, late(2), 20, 49],
      ['the sound begins after the picture', 'mov', true, late(2), 20, 49],
      ['the sound begins late', 'matroska', false, late(1.5), 15, 44],
      ['the sound begins after the picture', 'matroska', true, late(2.5), 25, 54],
      ['the sound begins after the picture', 'mpegts', true, late(2), 20, 49],
      ['packets are missing', 'matroska', false, (s: number) => (s > 1.2 && s < 1.8 ? null : s), 0, 29],
    ] as const;
    it.each(some(odd))(
      'where %s (%s, with a picture: %s), are those of the container',
      async (_, muxer, hasPicture, at, first, last) => {
        const pictures = hasPicture ? [{ bytes: await silentVideo(6000) }] : [];
        const path = await put('odd', await composed(muxer, [...pictures, { bytes: await sound(), at }]));
        const original = await heard(path);
        expect(original).toMatchObject({ clock: 'gaps', first, last: expect.toSatisfy(near(last)) });
        const info = await tool.probe(path, { signal });
        expect(playbackOf(info, 'gaps').playable).toBe(false);
        const copy = `${target()}.mp4`;
        await tool.makePlayable(path, copy, { info, clock: 'gaps' }, { signal });
        expect(playbackOf(await tool.probe(copy, { signal }), 'steady').playable).toBe(true);
        expect(await heard(copy)).toMatchObject({
          clock: 'steady',
          first: expect.toSatisfy(near(first)),
          last: expect.toSatisfy(near(last)),
        });
        const clip = `${target()}.mp3`;
        await cutClip(path, clip, { startMs: 500, endMs: 2800, format: 'mp3' }, { signal });
        const cut = await heard(clip);
        expect(Math.abs(cut.durationMs - 2300)).toBeLessThan(PADDING_MS);
        const inClip = original.tones.filter((tenth) => tenth >= 5 && tenth < 28).map((tenth) => tenth - 5);
        expect(cut).toMatchObject({
          first: expect.toSatisfy(near(inClip[0] ?? -1)),
          last: expect.toSatisfy(near(inClip.at(-1) ?? -1)),
        });
      },
    );

    const broken = [
      ['jump by a day', true, jump(1.5, 86_400)],
      ['jump by a day', false, jump(1.5, 86_400)],
      ['repeat', false, () => 1],
      ['begin a day later', false, late(86_400)],
    ] as const;
    it.each(some(broken))('that %s (with a picture: %s), give way to counting', async (_, hasPicture, at) => {
      const pictures = hasPicture ? [{ bytes: await silentVideo(DURATION_MS) }] : [];
      const path = await put(
        'broken.mkv',
        await composed('matroska', [...pictures, { bytes: await sound(), at }]),
      );
      const counted = await heard(path);
      expect(counted).toMatchObject({ first: 0, last: expect.toSatisfy(near(29)) });
      expect(Math.abs(counted.durationMs - DURATION_MS)).toBeLessThan(PADDING_MS);
      const info = await tool.probe(path, { signal });
      const copy = `${target()}.mp4`;
      await tool.makePlayable(path, copy, { info, clock: counted.clock }, { signal });
      expect(await heard(copy)).toMatchObject({
        clock: 'steady',
        first: 0,
        last: expect.toSatisfy(near(29)),
      });
      const format = hasPicture ? 'mp4' : 'mp3';
      const clip = `${target()}.${format}`;
      await cutClip(path, clip, { startMs: 1500, endMs: 2800, format }, { signal });
      expect(await heard(clip)).toMatchObject({
        first: expect.toSatisfy(near(5)),
        last: expect.toSatisfy(near(12)),
      });
    });

    it('go on in a film clip where the picture has ended', async () => {
      const path = await put(
        'sound-longer.mp4',
        await composed('mp4', [{ bytes: await silentVideo(1000) }, { bytes: await sound() }]),
      );
      const clip = `${target()}.mp4`;
      await cutClip(path, clip, { startMs: 1500, endMs: 2800, format: 'mp4' }, { signal });
      expect(await heard(clip)).toMatchObject({
        first: expect.toSatisfy(near(5)),
        last: expect.toSatisfy(near(12)),
      });
    });

    it('go on where the rate of the samples changes in the middle, as in joined MP3 files', async () => {
      const parts = [
        await variableMp3(wav, 48_000),
        await variableMp3(wav, 32_000),
        await variableMp3(wav, 44_100),
      ];
      const path = await put('joined.mp3', Buffer.concat(parts));
      const joined = await heard(path);
      const info = await tool.probe(path, { signal });
      const copy = `${target()}.mp4`;
      await tool.makePlayable(path, copy, { info, clock: joined.clock }, { signal });
      for (const each of [joined, await heard(copy)]) {
        expect(Math.abs(each.durationMs - 3 * DURATION_MS)).toBeLessThan(3 * PADDING_MS);
        expect(each).toMatchObject({ first: expect.toSatisfy(near(0)), last: expect.toSatisfy(near(91)) });
      }
    });

    it('of one Ogg file after another go on', async () => {
      const opus = await encoded(wav, 'opus');
      const path = await put('chained.ogg', Buffer.concat([opus, opus]));
      const chained = await heard(path);
      expect(chained).toMatchObject({ clock: 'broken', first: 0, last: expect.toSatisfy(near(59)) });
    });
  });

  describe('channels', () => {
    const right = [
      ['cancels the other', -1],
      ['nearly cancels the other', -0.95],
      ['is silent', 0],
      ['is the same', 1],
    ] as const;
    it.each(some(right))('is heard where the right one %s', async (_, by) => {
      const path = await put('stereo.wav', channelsWav(wav, [1, by]));
      const pcm = target();
      await decode(path, pcm, { signal });
      const levels = await levelsOf(pcm);
      expect(levels[5]).toBeGreaterThan(0.2);
      expect(levels[15]).toBeLessThan(0.02);
      expect(levels[25]).toBeGreaterThan(0.1);
    });

    it.each(some([6, 3, 4, 8]))('are mixed in copies and clips, too: %s of them', async (count) => {
      const path = await put(
        'surround.wav',
        channelsWav(
          wav,
          Array.from({ length: count }, () => 0.5),
        ),
      );
      const [info, copy, clip] = [await tool.probe(path, { signal }), `${target()}.mp4`, `${target()}.mp3`];
      await tool.makePlayable(path, copy, { info, clock: 'steady' }, { signal });
      await cutClip(path, clip, { startMs: 0, endMs: DURATION_MS, format: 'mp3' }, { signal });
      for (const made of [copy, clip]) {
        expect((await tool.probe(made, { signal })).sound?.channels).toBe(2);
        const pcm = target();
        await decode(made, pcm, { signal });
        const levels = await levelsOf(pcm);
        expect(levels[5]).toBeGreaterThan(0.1);
        expect(levels[15]).toBeLessThan(0.02);
      }
    });
  });

  describe('several sound tracks', () => {
    const tracks = async () => {
      const [speech, silence] = [
        await encoded(wav, 'm4a'),
        await encoded(await wavOf(new Float32Array(16 * DURATION_MS)), 'm4a'),
      ];
      const picture = { bytes: await silentVideo(DURATION_MS) };
      return { speech: { bytes: speech }, silence: { bytes: silence }, picture };
    };
    const numberIn = async (bytes: Buffer) => {
      const path = await put('tracks', bytes);
      const { sound } = await tool.probe(path, { signal });
      const pcm = target();
      await decode(path, pcm, { signal });
      return { ...sound, isHeard: ((await levelsOf(pcm))[5] ?? 0) > 0.2 };
    };

    it('takes the first default one that holds sound', async () => {
      const { speech, silence, picture } = await tracks();
      const [english, german] = [
        { ...speech, language: 'eng' },
        { ...speech, language: 'ger' },
      ];
      const both = await composed('mp4', [picture, english, german]);
      expect(await numberIn(both)).toMatchObject({ number: 1, of: 2, mixedWith: [], isHeard: true });
      const silentFirst = await composed('mp4', [picture, silence, speech]);
      expect(await numberIn(silentFirst)).toMatchObject({ number: 2, of: 2, isHeard: true });
      const defaultSecond = await composed('matroska', [{ ...english, isDefault: false }, german]);
      expect(await numberIn(defaultSecond)).toMatchObject({ number: 2, of: 2 });
      const none = await composed('mp4', [silence, silence]);
      expect(await numberIn(none)).toMatchObject({ number: 1, of: 2, isHeard: false });
    });

    it('takes one that can be decoded, also for the copy and for clips', async () => {
      const { speech, picture } = await tracks();
      const path = await put(
        'unknown.mp4',
        withUnknownLastTrack(await composed('mp4', [picture, speech, speech])),
      );
      const info = await tool.probe(path, { signal });
      expect(info).toMatchObject({ audioCodec: 'aac', sound: { number: 1, of: 2 } });
      const [copy, clip] = [`${target()}.mp4`, `${target()}.mp3`];
      await tool.makePlayable(path, copy, { info, clock: 'steady' }, { signal });
      expect(await tool.probe(copy, { signal })).toMatchObject({ audioCodec: 'aac', sound: { of: 1 } });
      await cutClip(path, clip, { startMs: 0, endMs: 2000, format: 'mp3' }, { signal });
      expect(Math.abs(((await tool.probe(clip, { signal })).durationMs ?? 0) - 2000)).toBeLessThan(
        PADDING_MS,
      );
    });
  });

  describe('a mix', () => {
    const [LOW, HIGH] = [440, 660];
    /** Two voices: one of both from time 0 on, in one channel at 44.1 kHz; the other 3 s later, in 5.1 at 48 kHz. */
    const voices = async () => {
      const [low, high] = [
        await aacOf(await wavOf(tone(6000, LOW, 0.3)), 44_100, 'mono'),
        await aacOf(await wavOf(tone(3000, HIGH, 0.3)), 48_000, '5.1'),
      ];
      const silent = await encoded(await wavOf(new Float32Array(16 * DURATION_MS)), 'm4a');
      return {
        low: { bytes: low, title: 'Ann' },
        high: { bytes: high, at: (seconds: number) => seconds + 3, title: 'Ben' },
        silent: { bytes: silent },
      };
    };
    /** Which of both tones are heard in a second of a recording. */
    const tonesIn = async (path: string, second: number, wanted: WantedSound = null) => {
      const pcm = target();
      await decode(path, pcm, { signal, wanted });
      const part = (await readSamples(pcm)).subarray(
        (second + 0.2) * SAMPLE_RATE,
        (second + 0.8) * SAMPLE_RATE,
      );
      const isHeard = (hz: number) => toneIn(part, hz) > 0.05;
      // In between, neither is: nothing else is heard than these.
      expect(toneIn(part, (LOW + HIGH) / 2)).toBeLessThan(0.01);
      return { low: isHeard(LOW), high: isHeard(HIGH) };
    };
    const first = { low: true, high: false };
    const both = { low: true, high: true };
    const second = { low: false, high: true };

    it.each(some(['matroska', 'mp4'] as const))('holds all voices at their times, of %s', async (muxer) => {
      const { low, high, silent } = await voices();
      const picture = { bytes: await silentVideo(6000) };
      const path = await put('voices', await composed(muxer, [picture, silent, low, high]));
      const info = await tool.probe(path, { signal });
      expect(info.sound).toMatchObject({ number: 2, of: 3, mixedWith: [{ number: 3 }] });
      expect(info.tracks.map(({ hasSound }) => hasSound)).toEqual([false, true, true]);
      expect(await tonesIn(path, 1)).toEqual(first);
      expect(await tonesIn(path, 4)).toEqual(both);
      const [copy, clip, early] = [`${target()}.mp4`, `${target()}.mp4`, `${target()}.mp3`];
      await tool.makePlayable(path, copy, { info, clock: 'gaps' }, { signal });
      expect((await tool.probe(copy, { signal })).sound).toMatchObject({ of: 1, channels: 2 });
      expect(await tonesIn(copy, 1)).toEqual(first);
      expect(await tonesIn(copy, 4)).toEqual(both);
      await cutClip(path, clip, { startMs: 2000, endMs: 5000, format: 'mp4' }, { signal });
      expect(await tonesIn(clip, 0)).toEqual(first);
      expect(await tonesIn(clip, 2)).toEqual(both);
      // There is nothing of the second voice yet.
      await cutClip(path, early, { startMs: 500, endMs: 2000, format: 'mp3' }, { signal });
      expect(await tonesIn(early, 0)).toEqual(first);
    });

    it('is heard instead of one track only if that is wanted, and the other way round', async () => {
      const { low, high } = await voices();
      const dubs = await composed('matroska', [
        { ...low, language: 'eng' },
        { ...high, language: 'ger' },
      ]);
      const path = await put('dubs', dubs);
      const { sound, tracks } = await tool.probe(path, { signal });
      expect(sound).toMatchObject({ number: 1, mixedWith: [] });
      expect(tracks).toEqual([
        { number: 1, language: 'en', title: 'Ann', channels: 1, hasSound: true, isAside: false },
        { number: 2, language: 'de', title: 'Ben', channels: 6, hasSound: true, isAside: false },
      ]);
      expect(await tonesIn(path, 4)).toEqual(first);
      expect(await tonesIn(path, 4, 2)).toEqual(second);
      expect(await tonesIn(path, 4, 'mixed')).toEqual(both);
      expect(await tonesIn(path, 4, [2, 1])).toEqual(both);
      // There is no such track.
      expect(await tonesIn(path, 4, 3)).toEqual(first);
      expect(await tonesIn(path, 4, [3])).toEqual(first);
    });

    it('leaves commentaries out', async () => {
      const { low, high } = await voices();
      const path = await put('film', await composed('matroska', [low, { ...high, isComment: true }]));
      const { sound, tracks } = await tool.probe(path, { signal });
      expect(sound).toMatchObject({ number: 1, mixedWith: [] });
      expect(tracks.map(({ isAside }) => isAside)).toEqual([false, true]);
    });
  });

  it('makes a copy of the sound where there is nothing of the picture', async () => {
    const picture = { bytes: await silentVideo(1000), at: () => null };
    const film = await composed('matroska', [picture, { bytes: await encoded(wav, 'm4a') }]);
    const path = await put('no-picture.mkv', film);
    const [info, copy] = [await tool.probe(path, { signal }), `${target()}.mp4`];
    await tool.makePlayable(path, copy, { info, clock: 'broken' }, { signal });
    const { durationMs } = await decode(copy, target(), { signal });
    expect(Math.abs(durationMs - DURATION_MS)).toBeLessThan(PADDING_MS);
  });

  it('reads a title in an old encoding, or takes none', async () => {
    const mp3 = await encoded(wav, 'mp3');
    const titleOf = async (bytes: Buffer) => (await tool.probe(await put('titled', bytes), { signal })).title;
    const russian = encodeText('Утренний разговор о погоде', 'windows-1251');
    expect(await titleOf(titledMp3(mp3, russian))).toBe('Утренний разговор о погоде');
    expect(await titleOf(titledMp3(mp3, encodeText('Café – naïve', 'windows-1252')))).toBe('Café – naïve');
    // These bytes reach us as broken UTF-8.
    expect(await titleOf(infoTitledWav(wav, russian))).toBeNull();
    expect(await titleOf(infoTitledWav(wav, Buffer.from('Утро')))).toBe('Утро');
  });

  const damages = [
    ['mp3', 'many places', [0.4, 0.43, 0.46, 0.49, 0.52, 0.55], 60],
    ['aac', 'many places', [0.4, 0.43, 0.46, 0.49, 0.52, 0.55], 60],
    ['aac', 'one place', [0.45], 2000],
    ['mp3', 'one place', [0.45], 2000],
    ['flac', 'one place', [0.45], 5000],
  ] as const;
  it.each(some(damages))(
    'plays what is left of a damaged %s, at the times of its text, in copies and clips as well: in %s',
    async (format, _, places, size) => {
      const bytes = await (format === 'mp3' ? variableMp3(wav) : encoded(wav, format));
      for (const place of places) {
        const from = Math.round(bytes.length * place);
        bytes.fill(0xa5, from, from + size);
      }
      const path = await put(`damaged.${format}`, bytes);
      const pcm = target();
      const { durationMs, clock } = await decode(path, pcm, { signal });
      expect(durationMs).toBeGreaterThan(DURATION_MS / 2);
      const info = await tool.probe(path, { signal });
      const [copy, remuxed, clip] = [`${target()}.mp4`, `${target()}.mp4`, `${target()}.mp3`];
      await tool.makePlayable(path, copy, { info: { ...info, audioCodec: null }, clock }, { signal });
      await tool.makePlayable(path, remuxed, { info, clock }, { signal });
      await cutClip(path, clip, { startMs: 0, endMs: DURATION_MS, format: 'mp3' }, { signal });
      const tone = await toneAfterDamage(pcm);
      for (const made of [copy, remuxed, clip]) {
        const again = target();
        const heard = await decode(made, again, { signal });
        expect(Math.abs(heard.durationMs - durationMs)).toBeLessThan(2 * PADDING_MS);
        expect(Math.abs((await toneAfterDamage(again)) - tone)).toBeLessThan(MOST_OFF_MS);
      }
    },
  );

  it.each([
    ['a size of 0', (bytes: Buffer) => sizedWav(bytes, 0)],
    ['a size of 0xffffffff', (bytes: Buffer) => sizedWav(bytes, 0xffff_ffff)],
    ['its sizes elsewhere (RF64)', rf64],
  ] as const)('hears a WAV with %s, which browsers get as a copy', async (_, change) => {
    const path = await put('sizes.wav', change(wav));
    const info = await tool.probe(path, { signal });
    expect(playbackOf(info, 'steady').playable).toBe(false);
    const { durationMs } = await decode(path, target(), { signal });
    expect(Math.abs(durationMs - DURATION_MS)).toBeLessThan(PADDING_MS);
  });
}

/** When the tone of the third second is heard, in ms; damage that ends before it may move it. */
async function toneAfterDamage(pcm: string): Promise<number> {
  const samples = await readSamples(pcm);
  const from = 1.3 * SAMPLE_RATE;
  return ((from + samples.subarray(from).findIndex((value) => Math.abs(value) > 0.1)) * 1000) / SAMPLE_RATE;
}

/** Within a tenth of a second. */
function near(tenth: number): (value: unknown) => boolean {
  return (value) => typeof value === 'number' && Math.abs(value - tenth) <= 1;
}
