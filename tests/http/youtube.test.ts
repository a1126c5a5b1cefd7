import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  getTranscript,
  getWords,
  listVersions,
  transcribeAgain,
  updateTranscript,
} from '#contract/transcripts.ts';
import { searchVideos, transcribeVideo } from '#contract/youtube.ts';
import { startWorkers } from '#server/worker.ts';
import { sharedApp, type TestAppOptions, testApp } from '#tests/support/app.ts';
import { onFileFinished } from '#tests/support/file-end.ts';
import type { Person } from '#tests/support/person.ts';
import { encoded, wavRecording } from '#tests/support/recordings.ts';
import { askedClients, type SiteVideo, startVideoDouble } from '#tests/support/video-double.ts';

const ID = 'abcdefghij1';
const sound = {
  kind: 'file',
  bytes: await encoded(await wavRecording(12_000), 'm4a'),
  ranges: true,
} as const;
const WRITTEN = {
  language: 'en-GB',
  events: [
    { tStartMs: 0, dDurationMs: 2000, segs: [{ utf8: 'Hello and\nwelcome.' }] },
    { tStartMs: 2000, dDurationMs: 3000, segs: [{ utf8: 'This is the mill.' }] },
  ],
};
const HEARD = {
  language: 'en',
  automatic: true,
  events: [
    { tStartMs: 0, dDurationMs: 12_000, id: 1, wpWinPosId: 1 },
    {
      tStartMs: 100,
      dDurationMs: 4000,
      wWinId: 1,
      segs: [{ utf8: 'hello' }, { utf8: ' and', tOffsetMs: 400 }],
    },
    { tStartMs: 1900, dDurationMs: 2000, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] },
    {
      tStartMs: 2000,
      dDurationMs: 4000,
      wWinId: 1,
      segs: [{ utf8: 'welcome' }, { utf8: ' all', tOffsetMs: 500 }],
    },
  ],
};

let doubleOfFile: ReturnType<typeof startVideoDouble> | undefined;

/** The double of the file as if it had just started, an application that the tests with these settings share, and a new person. */
async function withSite({ env = {} }: Pick<TestAppOptions, 'env'> = {}) {
  const double = await siteDouble();
  const test = await sharedApp({ workers: true, env: { ...double.env, ...env } });
  return { ...test, double, ann: await test.person() };
}

/** The same with an application of its own, whose jobs wait for startWorkers. */
async function withoutWorkers() {
  const double = await siteDouble();
  const test = await testApp({ env: double.env });
  return { ...test, double, ann: await test.person() };
}

async function siteDouble() {
  doubleOfFile ??= startVideoDouble().then((double) => {
    onFileFinished(double.close);
    return double;
  });
  const double = await doubleOfFile;
  double.reset();
  return double;
}

const search = async (person: Person, query: string, limit?: number) =>
  (await person.call(searchVideos, { body: limit === undefined ? { query } : { query, limit } })).results;
const transcribe = async (person: Person, url: string, enhancedMode = false) =>
  (await person.call(transcribeVideo, { body: { url, enhancedMode } })).transcriptId;

describe('search', () => {
  it('gives videos in both forms that the site has, and what it does not tell as Unknown', async () => {
    const { ann, double } = await withSite();
    double.add({ id: ID, title: 'The Mill', channel: 'Old Things', seconds: 754, views: '1,234 views' });
    double.add({ id: 'abcdefghij2', title: 'A Mill', channel: 'New Things', seconds: 61, views: '5K views' });
    double.add({ id: 'abcdefghij3', title: 'Mill, live' });
    double.add({ id: 'abcdefghij4', title: 'Mill, live in the newer list' });
    double.add({ id: 'abcdefghij5', title: 'Mill, once more' });
    double.add({ id: 'abcdefghij6', title: 'Mill, empty texts', channel: '', views: '' });
    expect(await search(ann, 'mill')).toEqual([
      {
        id: ID,
        title: 'The Mill',
        url: `https://www.youtube.com/watch?v=${ID}`,
        thumbnail: `https://i.ytimg.com/vi/${ID}/360.jpg`,
        channelTitle: 'Old Things',
        duration: '12:34',
        viewCount: '1,234 views',
      },
      expect.objectContaining({
        id: 'abcdefghij2',
        title: 'A Mill',
        channelTitle: 'New Things',
        duration: '1:01',
        viewCount: '5K views',
        thumbnail: 'https://i.ytimg.com/vi/abcdefghij2/360.jpg',
      }),
      ...Array.from({ length: 4 }, () =>
        expect.objectContaining({ channelTitle: 'Unknown', duration: 'Unknown', viewCount: 'Unknown' }),
      ),
    ]);
    expect(await search(ann, 'mill', 1)).toHaveLength(1);
    expect(double.requests).toHaveLength(1);
    expect(await search(ann, 'nothing like it')).toEqual([]);
  });

  it.each([
    [500, 'video_search_failed', 502],
    ['nonsense', 'video_search_failed', 502],
    [429, 'video_rate_limited', 429],
  ] as const)('says so when the site answers %s', async (answer, code, status) => {
    const { ann, double } = await withSite();
    double.fail('search', answer);
    await expect(search(ann, `mill ${answer}`)).rejects.toMatchObject({ code, status });
    await expect(search(ann, ' ')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('a link', () => {
  it.each([
    ['', 'video_link_missing'],
    ['  ', 'video_link_missing'],
    ['not a link', 'video_link_invalid'],
    ['https://vimeo.com/123', 'video_link_invalid'],
    ['https://www.youtube.com/playlist?list=PLabcdefghijk', 'video_link_invalid'],
    ['http://127.0.0.1/watch?v=abcdefghij1', 'video_link_invalid'],
  ])('is refused when it is none of a video: %j', async (url, code) => {
    const { ann, sql } = await withSite();
    await expect(transcribe(ann, url)).rejects.toMatchObject({ status: 400, code });
    expect(await sql('select id from transcripts where user_id = $1', [ann.user?.id])).toEqual([]);
  });

  it('of each form is the same video: a double click makes one transcript', async () => {
    const { ann, double, deps } = await withoutWorkers();
    double.add({ id: ID, captions: [WRITTEN] });
    const links = [
      `https://youtu.be/${ID}`,
      `https://m.youtube.com/shorts/${ID}`,
      `youtube.com/watch?v=${ID}&t=4`,
    ];
    const ids = await Promise.all(links.map((link) => transcribe(ann, link)));
    expect(new Set(ids).size).toBe(1);
    const id = ids[0] as (typeof ids)[0];
    expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({
      sourceType: 'youtube',
      sourceUrl: `https://www.youtube.com/watch?v=${ID}`,
      title: `YouTube video ${ID}`,
    });
    // With speakers is another wish; without is met by the one with.
    const enhanced = await transcribe(ann, `https://youtu.be/${ID}`, true);
    expect(enhanced).not.toBe(id);
    expect(await transcribe(ann, `https://youtu.be/${ID}`, true)).toBe(enhanced);
    await startWorkers(deps);
    await ann.settled(id);
    await ann.settled(enhanced);
    expect(ids).not.toContain(await transcribe(ann, `https://youtu.be/${ID}`));
  });
});

describe('captions', () => {
  it('written by people are preferred, and need no download', async () => {
    const { ann, double } = await withSite();
    const link = double.add({ id: ID, title: 'The Mill', captions: [HEARD, WRITTEN], sound });
    const transcript = await ann.settled(await transcribe(ann, link));
    expect(transcript).toMatchObject({
      status: 'completed',
      title: 'The Mill',
      duration: 12,
      language: 'en-GB',
      accuracy: null,
      mediaUrl: null,
      mediaPreparing: false,
      wordCount: 7,
      speakersSuggested: false,
      transcript: 'Hello and welcome. This is the mill.',
    });
    expect(transcript.timestampedTranscript).toMatchObject([{ start: 0, end: 5, timing: 'estimated' }]);
    expect(double.requests.some(({ path }) => path.includes('videoplayback'))).toBe(false);
    expect((await search(ann, 'x')).length).toBe(0);
  });

  it('made by a machine have the times at which the words were heard', async () => {
    const { ann, double } = await withSite();
    const id = await transcribe(ann, double.add({ id: ID, captions: [HEARD] }));
    const transcript = await ann.settled(id);
    expect(transcript).toMatchObject({
      status: 'completed',
      language: 'en',
      transcript: 'hello and welcome all',
    });
    expect(transcript.timestampedTranscript[0]?.timing).toBe('measured');
    const { segments } = await ann.call(getWords, { params: { id } });
    expect(segments[0]?.words.map(([text, start]) => [text, start])).toEqual([
      ['hello', 0.1],
      ['and', 0.5],
      ['welcome', 2],
      ['all', 2.5],
    ]);
  });

  it('of another language than is spoken are no transcript', async () => {
    const { ann, double } = await withSite();
    const link = double.add({ id: ID, captions: [{ ...WRITTEN, language: 'fr' }, HEARD] });
    expect(await ann.settled(await transcribe(ann, link))).toMatchObject({ language: 'en' });
  });

  it('that are empty for one of the site’s applications are asked for as another, then the sound is taken', async () => {
    const { ann, double } = await withSite();
    const empty = { language: 'en', events: '' };
    const link = double.add({ id: ID, captions: [empty], sound });
    const transcript = await ann.settled(await transcribe(ann, link));
    expect(transcript).toMatchObject({ status: 'completed', mediaUrl: expect.stringMatching(/m4a$/) });
    expect(askedClients(double)).toEqual(['ANDROID_VR', 'VISIONOS', 'iOS', 'WEB']);
  });

  it('keep a title that somebody has given meanwhile', async () => {
    const { ann, double, deps } = await withoutWorkers();
    const id = await transcribe(ann, double.add({ id: ID, title: 'The Mill', captions: [WRITTEN] }));
    await ann.call(updateTranscript, { params: { id }, body: { title: 'Mine' } });
    await startWorkers(deps);
    expect(await ann.settled(id)).toMatchObject({ status: 'completed', title: 'Mine' });
  });

  it('give way to the sound when speakers are wanted afterwards', async () => {
    const { ann, double } = await withSite();
    const id = await transcribe(ann, double.add({ id: ID, captions: [WRITTEN], sound }));
    await ann.settled(id);
    await ann.call(transcribeAgain, { params: { id }, body: { suggestSpeakers: true } });
    const again = () => ann.call(getTranscript, { params: { id } });
    await expect.poll(async () => (await again()).version).toBe(2);
    expect(await again()).toMatchObject({ speakersSuggested: true, mediaUrl: expect.stringMatching(/m4a$/) });
    expect((await ann.call(listVersions, { params: { id } })).versions).toHaveLength(2);
  });
});

describe('the sound', () => {
  it('is taken in the enhanced mode, whatever captions there are, with speakers', async () => {
    const { ann, double, deps } = await withSite();
    const link = double.add({ id: ID, title: 'The Mill', captions: [WRITTEN], sound });
    const id = await transcribe(ann, link, true);
    expect(await ann.settled(id)).toMatchObject({
      status: 'completed',
      title: 'The Mill',
      mediaUrl: `/media/${id}/recording.m4a`,
      speakersSuggested: true,
    });
    expect(double.requests.some(({ path }) => path.includes('timedtext'))).toBe(false);
    await expect.poll(() => readdir(join(deps.config.dataDir, 'work'))).toEqual([]);
  });

  it('is taken, with speakers, where there are no captions', async () => {
    const { ann, double } = await withSite();
    const transcript = await ann.settled(await transcribe(ann, double.add({ id: ID, sound })));
    expect(transcript).toMatchObject({ status: 'completed', speakersSuggested: true });
    const asked = double.requests.find(({ path }) => path.includes('videoplayback'));
    expect(asked?.headers.range).toBe('bytes=0-9999999');
  });
});

describe('a video that cannot be had', () => {
  const refused = (status: string, reason = ''): Partial<SiteVideo> => ({ refusal: { status, reason } });
  it.each<[string, Partial<SiteVideo>, boolean, string]>([
    ['private', refused('LOGIN_REQUIRED', 'This video is private'), false, 'video_unavailable'],
    ['removed', refused('ERROR', 'This video has been removed by the uploader'), false, 'video_unavailable'],
    [
      'not in this country',
      refused('UNPLAYABLE', 'Not available in your country'),
      true,
      'video_unavailable',
    ],
    ['of unknown reason', refused('UNPLAYABLE'), false, 'video_unavailable'],
    ['for adults', refused('LOGIN_REQUIRED', 'Sign in to confirm your age'), false, 'video_age_restricted'],
    ['for adults by status', refused('AGE_VERIFICATION_REQUIRED'), true, 'video_age_restricted'],
    [
      'for no bots',
      refused('LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot'),
      true,
      'video_bot_check',
    ],
    ['for whoever is signed in', refused('LOGIN_REQUIRED', 'Please sign in'), true, 'video_bot_check'],
    ['live', { isLive: true }, false, 'video_live'],
    [
      'not begun',
      refused('LIVE_STREAM_OFFLINE', 'This live event will begin in 3 hours.'),
      false,
      'video_live',
    ],
    ['without captions and sound', {}, false, 'video_no_captions'],
    ['without a plain address of its sound', { captions: [WRITTEN] }, true, 'video_download_failed'],
    ['longer than a day', { seconds: 90_000, captions: [WRITTEN] }, false, 'media_too_long'],
    [
      'whose sound is not given out',
      { sound: { kind: 'status', status: 403 } },
      true,
      'video_download_failed',
    ],
    [
      'whose sound is a page',
      { sound: { kind: 'file', bytes: Buffer.from('<html>') } },
      true,
      'video_download_failed',
    ],
    [
      'too large',
      { sound: { kind: 'declaring', bytes: Buffer.alloc(9), length: 2e9 } },
      true,
      'source_too_large',
    ],
    [
      'that leads to this machine',
      { sound: { kind: 'redirect', to: 'http://127.0.0.1:9/' } },
      true,
      'video_download_failed',
    ],
  ])('says why: %s', async (_, video, enhancedMode, code) => {
    const { ann, double } = await withSite();
    const transcript = await transcribe(ann, double.add({ id: ID, ...video }), enhancedMode);
    expect(await ann.settled(transcript)).toMatchObject({
      status: 'failed',
      errorCode: code,
      errorMessage: expect.stringMatching(/\w/),
    });
  });

  it('says that it is unknown, and that the site asks to wait', async () => {
    const { ann, double } = await withSite();
    const unknown = await ann.settled(await transcribe(ann, `https://youtu.be/${ID}`));
    expect(unknown.errorCode).toBe('video_unavailable');
    double.add({ id: 'abcdefghij2', captions: [WRITTEN] });
    const before = askedClients(double).length;
    double.fail('player', 429);
    const limited = await ann.settled(await transcribe(ann, 'https://youtu.be/abcdefghij2'));
    expect(limited).toMatchObject({
      errorCode: 'video_rate_limited',
      errorMessage: 'Too many requests. Please wait a few minutes before trying again.',
    });
    expect(askedClients(double).length - before).toBe(1);
    double.fail('timedtext', 429);
    const captionless = await ann.settled(await transcribe(ann, 'https://youtu.be/abcdefghij2'));
    expect(captionless.errorCode).toBe('video_rate_limited');
  });

  it('is asked for in another name when one is refused or answers nonsense', async () => {
    const { ann, double } = await withSite();
    const link = double.add({
      id: ID,
      ...refused('LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot'),
      refusedTo: ['ANDROID_VR'],
      captions: [WRITTEN],
    });
    double.fail('player', 400, 'nonsense');
    expect(await ann.settled(await transcribe(ann, link))).toMatchObject({ status: 'completed' });
    expect(askedClients(double)).toEqual(['ANDROID_VR', 'VISIONOS', 'iOS']);
  });
});

describe('yt-dlp', () => {
  let folderOfFile: Promise<string> | undefined;

  /** Stands in for the program, at the same path for all tests: notes its arguments, then does what this script says. */
  async function program(script: string) {
    folderOfFile ??= makeProgram();
    const folder = await folderOfFile;
    await writeFile(join(folder, 'script.js'), script);
    const called = async () => JSON.parse(await readFile(join(folder, 'called'), 'utf8'));
    return { path: join(folder, 'yt-dlp'), called };
  }

  async function makeProgram() {
    const folder = await mkdtemp(join(tmpdir(), 'tapescript-yt-dlp-'));
    onFileFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'sound.m4a'), sound.bytes);
    // Whatever stands in the folders above.
    await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}');
    const path = join(folder, 'yt-dlp');
    const lines = [
      `#!${process.execPath}`,
      "const fs = require('node:fs');",
      `const folder = ${JSON.stringify(folder)};`,
      'const args = process.argv.slice(2);',
      "const output = args[args.indexOf('--output') + 1];",
      "fs.writeFileSync(folder + '/called', JSON.stringify({ args, env: process.env }));",
      "eval(fs.readFileSync(folder + '/script.js', 'utf8'));",
    ];
    await writeFile(path, lines.join('\n'));
    await chmod(path, 0o755);
    return folder;
  }
  const SUCCEED = "console.log('progress 10 100'); fs.copyFileSync(folder + '/sound.m4a', output);";

  it('is tried when there is no other way, with the link as its last argument and nothing of our settings', async () => {
    const { path, called } = await program(SUCCEED);
    const { ann, double } = await withSite({ env: { YT_DLP_PATH: path } });
    const id = await transcribe(ann, double.add({ id: ID, title: 'The Mill' }), true);
    expect(await ann.settled(id)).toMatchObject({
      status: 'completed',
      title: 'The Mill',
      speakersSuggested: true,
    });
    const { args, env } = await called();
    expect(args.slice(-2)).toEqual(['--', `https://www.youtube.com/watch?v=${ID}`]);
    expect(args).toContain('--ignore-config');
    expect(Object.keys(env).sort()).toEqual(['HOME', 'LANG', 'PATH', 'PYTHONUNBUFFERED']);
  });

  it('is tried when the site takes us for a bot', async () => {
    const { path } = await program(SUCCEED);
    const { ann, double } = await withSite({ env: { YT_DLP_PATH: path } });
    const link = double.add({ id: ID, refusal: { status: 'LOGIN_REQUIRED', reason: 'you’re not a bot' } });
    expect(await ann.settled(await transcribe(ann, link))).toMatchObject({ status: 'completed' });
  });

  it.each([
    ["ERROR: [youtube] x: Sign in to confirm you're not a bot", 'video_bot_check'],
    ['ERROR: HTTP Error 429: Too Many Requests', 'video_rate_limited'],
    ['ERROR: Sign in to confirm your age', 'video_age_restricted'],
    ['ERROR: [youtube] x: Private video', 'video_unavailable'],
    ['ERROR: The read operation timed out', 'video_timeout'],
    ['ERROR: Unable to extract player version', 'video_download_failed'],
  ])('says why it failed: %s', async (complaint, code) => {
    const { path } = await program(`console.error(${JSON.stringify(complaint)}); process.exit(1);`);
    const { ann, double } = await withSite({ env: { YT_DLP_PATH: path } });
    const id = await transcribe(ann, double.add({ id: ID }), true);
    expect(await ann.settled(id)).toMatchObject({ status: 'failed', errorCode: code });
  });

  it('may write nothing, or not be there at all', async () => {
    const { path } = await program('');
    for (const YT_DLP_PATH of [path, '/nowhere/yt-dlp']) {
      const { ann, double } = await withSite({ env: { YT_DLP_PATH } });
      const id = await transcribe(ann, double.add({ id: ID }), true);
      expect(await ann.settled(id)).toMatchObject({ errorCode: 'video_download_failed' });
    }
  });
});
