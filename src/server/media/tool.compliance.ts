import { readdirSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { levelsOf, mediaBench } from '#tests/support/media-bench.ts';
import {
  amrRecording,
  contrastsOf,
  encoded,
  FORMATS,
  type Format,
  ofDuration,
  silentVideo,
  titledMp3,
  vorbisRecording,
  wavRecording,
} from '#tests/support/recordings.ts';
import { writeCaptions } from './captions-folder.ts';
import { Interrupted } from './guard.ts';
import { playbackOf } from './playback.ts';
import { MAX_TAG_LENGTH, type MediaInfo, type MediaTool } from './tool.ts';

const DURATION_MS = 3000;
/** 16 kHz, mono, 16 bits. */
const [WAV_HEADER_BYTES, WAV_BYTES_PER_MS] = [44, 32];
/** Encoders add up to a few frames of padding. */
const PADDING_MS = 150;
const ALL = [...(Object.keys(FORMATS) as Format[]), 'ogg' as const];
/** With and without a picture, modern and old. */
const FEW = ['mp4', 'avi', 'mp3', 'ogg'] as const;
/** The old ones of these. */
export const OLD = ['avi', 'ogg'] as const;

const hasPicture = (format: (typeof ALL)[number]) => format !== 'ogg' && FORMATS[format].video !== null;

/**
 * The one test suite that every media tool passes. Each reading starts a process, so the quick tests go through a selection; the
 * whole suite is run by tests/slow/media-tools.test.ts.
 */
export function describeMediaTool(
  tool: MediaTool,
  extent: 'selection' | 'whole' = 'selection',
  formats: readonly (typeof ALL)[number][] = extent === 'whole' ? ALL : FEW,
): void {
  const isWhole = extent === 'whole';
  const { signal } = new AbortController();
  const { put, target, decode, cutClip, folder } = mediaBench(tool);
  let wav: Buffer;
  let long: Promise<string> | undefined;

  beforeAll(async () => {
    wav = await wavRecording(DURATION_MS);
  });

  describe.each(formats)('%s', (format) => {
    let path = '';
    let info: MediaInfo;
    beforeAll(async () => {
      // The name is wrong on purpose: only the content counts.
      path = await put(
        `${format}.dat`,
        format === 'ogg' ? await vorbisRecording() : await encoded(wav, format),
      );
      info = await tool.probe(path, { signal });
    });

    it('recognizes the contents', () => {
      expect(playbackOf(info, 'steady').kind).toBe(hasPicture(format) ? 'video' : 'audio');
      expect(info.audioCodec).not.toBeNull();
      // Some containers count the last picture, which is a tenth of a second.
      if (format !== 'aac')
        expect(Math.abs((info.durationMs ?? 0) - DURATION_MS)).toBeLessThan(2 * PADDING_MS);
    });

    it('decodes to 16 kHz mono floats with the sound at the right time', async () => {
      const pcm = target();
      const { durationMs } = await decode(path, pcm, { signal });
      expect(Math.abs(durationMs - DURATION_MS)).toBeLessThan(PADDING_MS);
      const levels = await levelsOf(pcm);
      expect(levels[5]).toBeGreaterThan(0.35);
      expect(levels[15]).toBeLessThan(0.02);
      expect(levels[25]).toBeGreaterThan(0.15);
      expect(levels[25]).toBeLessThan(0.3);
    });

    it('makes a copy that browsers play, with video if there is any', async () => {
      const copy = `${target()}.mp4`;
      await tool.makePlayable(path, copy, { info, clock: 'steady' }, { signal });
      const made = await tool.probe(copy, { signal });
      const { kind } = playbackOf(info, 'steady');
      expect(playbackOf(made, 'steady')).toEqual({ kind, mimeType: `${kind}/mp4`, playable: true });
      expect(Math.abs((made.durationMs ?? 0) - DURATION_MS)).toBeLessThan(2 * PADDING_MS);
    });
  });

  describe('clips', () => {
    /** The recording's tone ends after 1 s, and the next begins at 2 s. */
    const part = { startMs: 800, endMs: 2200 };

    it.each(isWhole ? (['mp3', 'mp4', 'wav', 'adpcm', 'ogg', 'webm'] as const) : (['mp4', 'mp3'] as const))(
      'cuts an MP3 out of %s, exactly',
      async (format) => {
        const bytes =
          format === 'wav' ? wav : format === 'ogg' ? await vorbisRecording() : await encoded(wav, format);
        const path = await put(`whole.${format}`, bytes);
        const clip = `${target()}.mp3`;
        await cutClip(path, clip, { ...part, format: 'mp3' }, { signal });
        const info = await tool.probe(clip, { signal });
        expect(info).toMatchObject({ formatName: 'mp3', audioCodec: 'mp3', videoCodec: null });
        expect(Math.abs((info.durationMs ?? 0) - 1400)).toBeLessThan(PADDING_MS);
        const pcm = target();
        await decode(clip, pcm, { signal });
        const levels = await levelsOf(pcm);
        // 0.2 s of the first tone, a pause of 1 s, and 0.2 s of the second tone, each as long as it should be.
        expect(levels[0]).toBeGreaterThan(0.35);
        expect(levels.slice(4, 11).every((level) => level < 0.05)).toBe(true);
        expect(levels.at(13)).toBeGreaterThan(0.15);
      },
    );

    it.each([false, true])('cuts an MP4 with its picture, with captions in it: %s', async (hasCaptions) => {
      const path = await put('whole.mp4', await encoded(wav, 'mp4'));
      const captionsFolder = join(folder(), 'a folder, with: signs');
      if (hasCaptions) {
        await rm(captionsFolder, { recursive: true, force: true });
        const text = 'Müller 你好 \\N{x}\nمرحبا';
        await writeCaptions(captionsFolder, [{ startMs: 0, endMs: 700, text }]);
      }
      const clip = `${target()}.mp4`;
      const cut = { ...part, format: 'mp4' as const, ...(hasCaptions ? { captionsFolder } : {}) };
      await cutClip(path, clip, cut, { signal });
      const info = await tool.probe(clip, { signal });
      expect(info).toMatchObject({ audioCodec: 'aac', videoCodec: 'h264' });
      expect(Math.abs((info.durationMs ?? 0) - 1400)).toBeLessThan(PADDING_MS);
      // Each picture is of one gray, except for letters.
      const contrasts = await contrastsOf(clip);
      expect(contrasts.length).toBeGreaterThanOrEqual(12);
      expect((contrasts.at(3) ?? 0) > 80).toBe(hasCaptions);
      expect(contrasts.at(10)).toBeLessThan(20);
    });

    it('ends with the recording, and says that there is nothing beyond', async () => {
      const path = await put('whole.mp3', await encoded(wav, 'mp3'));
      const clip = `${target()}.mp3`;
      await cutClip(path, clip, { startMs: 2500, endMs: 60_000, format: 'mp3' }, { signal });
      const { durationMs } = await tool.probe(clip, { signal });
      expect(Math.abs((durationMs ?? 0) - 500)).toBeLessThan(PADDING_MS);
      const beyond = { startMs: 50_000, endMs: 60_000, format: 'mp3' as const };
      const nothing = `${target()}.mp3`;
      await expect(
        cutClip(path, nothing, beyond, { signal }).then(() => tool.probe(nothing, { signal })),
      ).rejects.toMatchObject({ code: expect.stringMatching(/clip_empty|media_unreadable/) });
    });

    it('rejects a text, and leaves nothing behind', async () => {
      const path = await put('text.mp3', 'This is a text that is called talk.mp3.\n'.repeat(100));
      const clip = `${target()}.mp3`;
      await expect(cutClip(path, clip, { ...part, format: 'mp3' }, { signal })).rejects.toMatchObject({
        code: 'media_unreadable',
      });
      expect(await leftOf(clip)).toEqual([]);
    });

    it('tells of its progress from the start of the clip, and ends at once when it is aborted', async () => {
      const path = await longRecording();
      const abort = new AbortController();
      const clip = `${target()}.mp3`;
      const seen: number[] = [];
      const cutting = cutClip(
        path,
        clip,
        { startMs: 60_000, endMs: 590_000, format: 'mp3' },
        {
          signal: abort.signal,
          onProgress: (doneMs) => {
            seen.push(doneMs);
            if (doneMs > 0) abort.abort(new Error('enough'));
          },
        },
      );
      await expect(cutting).rejects.toThrow('enough');
      expect(seen.every((doneMs) => doneMs >= 0 && doneMs <= 530_000)).toBe(true);
      expect(await leftOf(clip)).toEqual([]);
    });
  });

  it('reads what a phone records as AMR, and makes a copy that browsers play', async () => {
    const path = await put('memo.amr', amrRecording());
    const info = await tool.probe(path, { signal });
    expect(info).toMatchObject({ audioCodec: 'amr_nb', videoCodec: null });
    const { durationMs, clock } = await decode(path, target(), { signal });
    expect(durationMs).toBe(DURATION_MS);
    expect(playbackOf(info, clock).playable).toBe(false);
    const copy = `${target()}.mp4`;
    await tool.makePlayable(path, copy, { info, clock }, { signal });
    expect(playbackOf(await tool.probe(copy, { signal }), 'steady').playable).toBe(true);
  });

  it('reports progress on a longer recording', async () => {
    const path = await put('long.wav', silentWav(120_000));
    const seen: number[] = [];
    await decode(path, target(), { signal, onProgress: (doneMs) => seen.push(doneMs) });
    expect(seen.every((doneMs, index) => doneMs >= (seen[index - 1] ?? 0) && doneMs <= 121_000)).toBe(true);
    expect(seen.length).toBeGreaterThan(0);
  });

  const refused: [string, () => Buffer][] = [
    ['a text', () => Buffer.from('This is a text that is called talk.mp3.\n'.repeat(100))],
    ['a playlist', () => Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')],
  ];
  const alsoRefused: typeof refused = [
    ['nothing', () => Buffer.alloc(0)],
    ['noise', () => Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7919 * i) % 251))],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a list of files', () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ];

  it.each(isWhole ? [...refused, ...alsoRefused] : refused)(
    'rejects %s and leaves nothing behind',
    async (name, bytes) => {
      const path = await put(`${name}.mp4`, bytes());
      const pcm = target();
      await expect(tool.probe(path, { signal })).rejects.toMatchObject({ code: 'media_unreadable' });
      await expect(decode(path, pcm, { signal })).rejects.toMatchObject({ code: 'media_unreadable' });
      expect(await leftOf(pcm)).toEqual([]);
    },
  );

  it('does not follow a playlist to another file on this machine', async () => {
    const secret = await put('secret.wav', wav);
    const list = `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${secret}\n#EXT-X-ENDLIST\n`;
    for (const name of isWhole ? ['list.mp4', 'list.m3u8', 'list'] : ['list.m3u8']) {
      const path = await put(name, list);
      await expect(decode(path, target(), { signal })).rejects.toMatchObject({
        code: 'media_unreadable',
      });
    }
  });

  it('rejects an MP4 that was cut off before its index', async () => {
    const whole = await encoded(wav, 'mp4');
    const path = await put('cut.mp4', whole.subarray(0, Math.floor(whole.length / 2)));
    await expect(tool.probe(path, { signal })).rejects.toMatchObject({ code: 'media_unreadable' });
  });

  it('reads the title in a recording', async () => {
    const mp3 = await encoded(wav, 'mp3');
    const path = await put('titled.mp3', titledMp3(mp3, 'The mill: Müller 🎙️'));
    expect(await tool.probe(path, { signal })).toMatchObject({ title: 'The mill: Müller 🎙️' });
    expect((await tool.probe(await put('untitled.mp3', mp3), { signal })).title).toBeNull();
  });

  it('reads a recording with very much text and many chapters beside its sound', async () => {
    // Each of these takes six characters in JSON.
    const control = '\u0001'.repeat(100_000);
    const texts = { lyrics: 'la '.repeat(400_000), first: control, second: control };
    const mp3 = titledMp3(await encoded(wav, 'mp3'), 'The mill', { texts, chapters: 2000 });
    const path = await put('talkative.mp3', mp3);
    expect(await tool.probe(path, { signal })).toMatchObject({ title: 'The mill', audioCodec: 'mp3' });
    const { durationMs } = await decode(path, target(), { signal });
    expect(Math.abs(durationMs - DURATION_MS)).toBeLessThan(PADDING_MS);
  });

  it('keeps no more of a title than its beginning', async () => {
    const mp3 = titledMp3(await encoded(wav, 'mp3'), 'The mill '.repeat(5000));
    const { title } = await tool.probe(await put('long-title.mp3', mp3), { signal });
    expect(title).toBe('The mill '.repeat(5000).slice(0, MAX_TAG_LENGTH));
  });

  it('bears a duration beyond all numbers', async () => {
    const path = await put('ages.webm', ofDuration(await encoded(wav, 'webm'), 9.1e15));
    const { durationMs } = await tool.probe(path, { signal });
    expect(durationMs).toBeGreaterThan(24 * 60 * 60_000);
  });

  it('says that a video has no sound', async () => {
    const path = await put('mute.mp4', await silentVideo(1000));
    expect(await tool.probe(path, { signal })).toMatchObject({ audioCodec: null });
    await expect(decode(path, target(), { signal })).rejects.toMatchObject({
      code: expect.stringMatching(/no_audio|media_unreadable/),
    });
  });

  it('reads the actual samples of a WAV whose header has a wrong length', async () => {
    const lying = Buffer.from(wav);
    lying.writeUInt32LE(0xffff_fff0, 4);
    lying.writeUInt32LE(0xffff_ff00, 40);
    const { durationMs } = await decode(await put('lying.wav', lying), target(), { signal });
    expect(Math.abs(durationMs - DURATION_MS)).toBeLessThan(PADDING_MS);
  });

  it('rejects a WAV that is days long according to its header, without writing days of audio', async () => {
    const slow = Buffer.from(await wavRecording(20_000));
    slow.writeUInt32LE(1, 24);
    slow.writeUInt32LE(2, 28);
    const path = await put('slow.wav', slow);
    const { durationMs } = await tool.probe(path, { signal });
    expect(durationMs).toBeGreaterThan(24 * 60 * 60_000);
  });

  it('ends at once when it is aborted, and leaves nothing behind', async () => {
    const path = await longRecording();
    const abort = new AbortController();
    const pcm = target();
    const decoding = decode(path, pcm, {
      signal: abort.signal,
      onProgress: () => abort.abort(new Error('enough')),
    });
    await expect(decoding).rejects.toThrow('enough');
    expect(await leftOf(pcm)).toEqual([]);
  });

  it.runIf(isWhole && process.platform === 'linux').each(['SIGTERM', 'SIGKILL'] as const)(
    'does not blame the recording if its process is ended from outside with %s',
    async (signalName) => {
      const path = await longRecording();
      const pcm = target();
      let ended = 0;
      const decodeOnce = () =>
        decode(path, pcm, {
          signal,
          onProgress: () => {
            for (const pid of childrenAtWork(pcm)) ended += Number(process.kill(pid, signalName));
          },
        });
      // It works for another tenth of a second after reporting progress: if this process is suspended meanwhile, it is finished.
      let decoding = await Promise.allSettled([decodeOnce()]);
      for (let tries = 1; tries < 5 && ended === 0; tries += 1)
        decoding = await Promise.allSettled([decodeOnce()]);
      expect(ended).toBeGreaterThan(0);
      expect(decoding).toMatchObject([{ status: 'rejected', reason: expect.any(Interrupted) }]);
      expect(await leftOf(pcm)).toEqual([]);
    },
  );

  // Other systems have no /proc.
  it.runIf(process.platform === 'linux')(
    'hides the settings from the process that reads the file',
    async () => {
      vi.stubEnv('SECRET', 'nothing-for-readers-of-strangers-files');
      onTestFinished(() => void vi.unstubAllEnvs());
      const path = await put('settings.wav', silentWav(120_000));
      const environments: string[] = [];
      // Reading takes a fraction of a second, in which this process may be suspended.
      for (let tries = 0; tries < 5 && environments.length === 0; tries += 1) {
        let hasEnded = false;
        const decoding = decode(path, target(), { signal }).finally(() => {
          hasEnded = true;
        });
        while (!hasEnded && environments.length === 0) {
          environments.push(...environmentsOfReaders(path));
          await setImmediate();
        }
        await decoding;
      }
      expect(environments).toContainEqual(expect.stringContaining('PATH='));
      expect(environments.join()).not.toContain('nothing-for-readers');
    },
  );

  it('accepts file names with any characters', async () => {
    const path = await put('a b%20\'"&;$(x) #?é🎙.wav', wav);
    expect(await tool.probe(path, { signal })).toMatchObject({ durationMs: DURATION_MS });
  });

  /** Long enough to interfere with its decoding. */
  function longRecording(): Promise<string> {
    long ??= put('ten-minutes.wav', silentWav(600_000));
    return long;
  }

  /** A WAV file of silence: its header is that of the recording. */
  function silentWav(durationMs: number): Buffer {
    const bytes = Buffer.alloc(WAV_HEADER_BYTES + durationMs * WAV_BYTES_PER_MS);
    wav.copy(bytes, 0, 0, WAV_HEADER_BYTES);
    bytes.writeUInt32LE(bytes.length - 8, 4);
    bytes.writeUInt32LE(bytes.length - WAV_HEADER_BYTES, 40);
    return bytes;
  }

  /** The environments of the processes that were started with this file. */
  function environmentsOfReaders(path: string): string[] {
    const read = (pid: string, what: string) => {
      try {
        return readFileSync(join('/proc', pid, what), 'utf8');
      } catch {
        // It has just exited.
        return '';
      }
    };
    const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return processes
      .filter((pid) => read(pid, 'cmdline').includes(path))
      .map((pid) => read(pid, 'environ'))
      .filter((text) => text !== '');
  }

  async function leftOf(path: string): Promise<string[]> {
    return (await readdir(folder())).filter((file) => file.startsWith(basename(path)));
  }
}

/** The processes that were told to write there. */
function childrenAtWork(target: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(target);
    } catch {
      // It has exited.
      return false;
    }
  });
}
