// npm run bench -- exports: each export of a ten-hour transcript in a real browser, and how long the page is blocked meanwhile.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { getTranscript, type Transcript } from '#contract/transcripts.ts';
import { formatTimestamp } from '#domain/timecode.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { Client } from '#tests/support/client.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { runServer } from '#tests/support/server.ts';

const SEGMENTS = 9000;
const WORDS = 10;
const SECONDS = 4;
const LABELS = [
  'Text (TXT)',
  'Markdown',
  'Word (DOCX)',
  'PDF',
  'Subtitles (SRT)',
  'Subtitles (WebVTT)',
  'Data (JSON)',
];
const VOCABULARY =
  'the committee met on Tuesday morning to talk about our garden and nobody had read a long report'.split(
    ' ',
  );
const FOREIGN = [
  'مرحبا بكم في هذا البرنامج الذي نتحدث فيه عن أشياء كثيرة ومختلفة',
  '今天我们在会议上讨论了很多重要的问题，包括预算、时间安排和人员分配。',
  'Съешь же ещё этих мягких французских булок, да выпей чаю 😀.',
];

const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
const server = runServer(join(folder, 'data'), { SPEECH_ENGINE: 'fake' });
let browser: Browser | undefined;
try {
  const client = await Client.signUp(await server.ready);
  browser = await launchBrowser();
  const id = await client.upload(await wavRecording(10_000));
  const short = await client.until(id, ({ status }) => status === 'completed');
  const idle = await measure(client, short, ['Text (TXT)']);
  console.log(`10 seconds:    ${idle.join('')}`);
  for (const [name, isMixed] of [
    ['English', false],
    ['five scripts', true],
  ] as const) {
    const lines = await measure(client, longTranscript(short, isMixed), LABELS);
    console.log(`${SEGMENTS} segments, ${SEGMENTS * WORDS} words, ${name}:\n${lines.join('\n')}`);
  }
} finally {
  await browser?.close();
  await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}

/** Exports a transcript in each format, each on a new page; returns a line of figures for each. */
async function measure(client: Client, transcript: Transcript, labels: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const label of labels) {
    const page = await openTranscript(client, transcript);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const item = page.getByRole('menuitem', { name: label, exact: true });
    await item.waitFor();
    const cdp = await page.context().newCDPSession(page);
    const tasks = await watchTasks(cdp);
    const started = performance.now();
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 300_000 }), item.click()]);
    const tookMs = performance.now() - started;
    await download.path();
    const { longestMs, totalMs } = await tasks();
    const share = (100 * totalMs) / tookMs;
    lines.push(
      `${label.padEnd(20)} ${(tookMs / 1000).toFixed(1)} s; main thread: ${totalMs.toFixed(0)} ms of CPU (${share.toFixed(1)}%), longest task ${longestMs.toFixed(0)} ms (goal 50)`,
    );
    await page.context().close();
  }
  return lines;
}

async function openTranscript(client: Client, transcript: Transcript): Promise<Page> {
  if (!browser) throw new Error('There is no browser.');
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = client.cookie.split('=');
  await context.addCookies([{ name, value, url: client.url }]);
  const page = await context.newPage();
  await page.route(`**${getTranscript.path.replace(':id', String(transcript.id))}`, (route) =>
    route.fulfill({ json: transcript }),
  );
  await page.goto(`${client.url}/transcript/${transcript.id}`);
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor({ timeout: 60_000 });
  // First wait until the page has finished its own work.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  return page;
}

/** Measures the work of the page's main thread from now on in processor time, so other programs do not count. */
async function watchTasks(cdp: CDPSession): Promise<() => Promise<{ longestMs: number; totalMs: number }>> {
  const events: {
    name: string;
    ph: string;
    pid: number;
    tid: number;
    tdur?: number;
    args: { name?: string };
  }[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as typeof events)));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] },
  });
  return async () => {
    const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()));
    await cdp.send('Tracing.end');
    await complete;
    const threads = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const tasks = events.flatMap(({ name, ph, pid, tid, tdur = 0 }) =>
      name.endsWith('RunTask') && ph === 'X' && threads.has(`${pid} ${tid}`) ? [tdur / 1000] : [],
    );
    return { longestMs: Math.max(0, ...tasks), totalMs: tasks.reduce((sum, each) => sum + each, 0) };
  };
}

function longTranscript(short: Transcript, isMixed: boolean): Transcript {
  const [first] = short.timestampedTranscript;
  if (!first) throw new Error('The short transcript is empty.');
  return {
    ...short,
    duration: SEGMENTS * SECONDS,
    segmentCount: SEGMENTS,
    wordCount: SEGMENTS * WORDS,
    timestampedTranscript: Array.from({ length: SEGMENTS }, (_, index) => ({
      ...first,
      id: index + 1,
      position: index,
      speaker: `Speaker ${1 + (Math.floor(index / 3) % 3)}`,
      start: index * SECONDS,
      end: (index + 1) * SECONDS,
      timestamp: formatTimestamp(index * SECONDS),
      text: (isMixed ? FOREIGN[index % 5] : undefined) ?? sentence(index),
    })),
  };
}

function sentence(seed: number): string {
  const words = Array.from(
    { length: WORDS },
    (_, word) => VOCABULARY[(seed * 7 + word * 3) % VOCABULARY.length],
  );
  return `${words.join(' ')}.`;
}
