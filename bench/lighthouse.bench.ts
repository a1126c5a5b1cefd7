// npm run bench -- lighthouse: scores of the four pages that people see most, on a desktop and on a phone, with a transcript of an hour. `--failing` lists what costs points, `--reports FOLDER` keeps the reports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { z } from 'zod';
import { createShare } from '#contract/shares.ts';
import { launchWithProfile } from '#tests/support/browser.ts';
import { installOwnPackages } from '#tests/support/own-packages.ts';
import { percentile } from '#tests/support/percentile.ts';
import { lastingPort } from '#tests/support/ports.ts';
import { ROOT } from '#tests/support/server.ts';
import { type LongTranscript, serveLongTranscript } from './long-transcript.ts';

const SEGMENTS_PER_HOUR = 900;
const FORMS = {
  desktop: { goal: 95, args: ['--preset=desktop'] },
  phone: { goal: 90, args: ['--form-factor=mobile'] },
} as const;
type Form = keyof typeof FORMS;
/** Installed here when it is first needed, and not with everything else: 176 MB that nothing else uses. */
const LIGHTHOUSE = await installOwnPackages('bench/lighthouse');

/** What the results say, as far as they are shown here. */
const Report = z.object({
  runtimeError: z.object({ code: z.string(), message: z.string() }).optional(),
  categories: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      numericValue: z.number().optional(),
      displayValue: z.string().optional(),
    }),
  ),
});
type Report = z.infer<typeof Report>;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    page: { type: 'string' },
    form: { type: 'string' },
    failing: { type: 'boolean', default: false },
    reports: { type: 'string' },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
const talk = await serveLongTranscript(folder, { segments: SEGMENTS_PER_HOUR });
const port = await lastingPort();
const browser = await launchWithProfile(join(folder, 'profile'), [`--remote-debugging-port=${port}`]);
try {
  const { shareUrl } = await talk.client.call(createShare, { params: { id: talk.id }, body: {} });
  const pages = [
    { name: 'landing page', path: '/', isSignedIn: false },
    { name: 'public link', path: new URL(shareUrl).pathname, isSignedIn: false },
    { name: 'workspace', path: `/?transcript=${talk.id}`, isSignedIn: true },
    { name: 'reading room', path: `/transcript/${talk.id}`, isSignedIn: true },
  ].filter(({ name }) => values.page === undefined || name === values.page);
  console.log(`Medians of ${values.rounds}, a transcript of an hour. Load before: ${load()}`);
  const scores: number[] = [];
  for (const { name, path, isSignedIn } of pages) {
    await setSession(browser, talk, isSignedIn);
    for (const form of ['desktop', 'phone'] as const) {
      if (values.form !== undefined && values.form !== form) continue;
      const reports: Report[] = [];
      const title = `${name}, ${form}`;
      while (reports.length < Number(values.rounds))
        reports.push(await audit(talk.url + path, form, `${title} ${reports.length + 1}`));
      scores.push(...show(title, FORMS[form].goal, reports));
    }
  }
  console.log(
    `Load after: ${load()}. Scores below their goal: ${scores.filter((missing) => missing > 0).length}`,
  );
} finally {
  await browser.close();
  await talk.end();
  await rm(folder, { recursive: true, force: true });
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

/** Lighthouse clears a site's storage before each run, but not its cookies. */
async function setSession(
  context: BrowserContext,
  { client, url }: LongTranscript,
  isSignedIn: boolean,
): Promise<void> {
  await context.clearCookies();
  const [name = '', value = ''] = client.cookie.split('=');
  if (isSignedIn) await context.addCookies([{ name, value, url }]);
}

/** Prints the medians of some reports, and returns how many points each score lacks. */
function show(what: string, goal: number, reports: readonly Report[]): number[] {
  const median = (read: (report: Report) => number) => percentile(reports.map(read), 0.5);
  const audited = (name: string) => median(({ audits }) => audits[name]?.numericValue ?? Number.NaN);
  const names = Object.keys(reports[0]?.categories ?? {});
  const scores = names.map((name) => ({
    name,
    score: Math.round(median(({ categories }) => 100 * (categories[name]?.score ?? 0))),
  }));
  const told = scores.map(({ name, score }) => `${name} ${score}${score < goal ? ' (MISSED)' : ''}`);
  console.log(`${what} (goal ${goal}): ${told.join(', ')}`);
  console.log(
    `  blocked ${audited('total-blocking-time').toFixed(0)} ms, first paint ${seconds(audited('first-contentful-paint'))}, largest paint ${seconds(audited('largest-contentful-paint'))}, layout shift ${audited('cumulative-layout-shift').toFixed(3)}, ${kilobytes(audited('total-byte-weight'))} sent`,
  );
  if (values.failing) for (const line of reports.slice(0, 1).flatMap(costs)) console.log(`  ${line}`);
  return scores.map(({ score }) => goal - score);
}

/** The audits of a report that cost points. */
function costs({ categories, audits }: Report): string[] {
  return Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.995)
      .map(
        ({ id }) => `${title}: ${id} ${audits[id]?.score} ${audits[id]?.displayValue ?? audits[id]?.title}`,
      ),
  );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}

/** Runs Lighthouse once in a new tab of the browser. */
async function audit(url: string, form: Form, title: string): Promise<Report> {
  const path = join(folder, 'report.json');
  await rm(path, { force: true });
  const args = [url, `--port=${port}`, '--output=json', `--output-path=${path}`, ...FORMS[form].args];
  const quiet = [
    '--quiet',
    '--no-enable-error-reporting',
    '--only-categories=performance,accessibility,best-practices,seo',
  ];
  // Public links are for people who were given them, and search engines are told so on purpose.
  const skipped = new URL(url).pathname.startsWith('/share/') ? ['--skip-audits=is-crawlable'] : [];
  const cli = join(LIGHTHOUSE, 'node_modules/lighthouse/cli/index.js');
  const command = [cli, ...args, ...quiet, ...skipped];
  // On a busy machine, a trace sometimes lacks its beginning; Lighthouse then asks to be run again.
  await run(process.execPath, command).catch(() => run(process.execPath, command));
  const report = Report.parse(JSON.parse(await readFile(path, 'utf8')));
  if (values.reports) await copyFile(path, join(values.reports, `${title}.json`));
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  return report;
}

/** Installs the version that bench/lighthouse names, unless it is there. */
async function run(command: string, args: readonly string[]): Promise<void> {
  const [code] = await once(
    spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] }),
    'exit',
  );
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}.`);
}
