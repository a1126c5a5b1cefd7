import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const MINUTE_MS = 60_000;
/** Where whole processes are waited for: a machine that is too busy may stand still for 20 s. */
const PATIENT = { poll: { timeout: MINUTE_MS } };

/** In CI, what depends on whole processes and pages is tried once more, and told as flaky (tests/support/reporter.ts); nowhere else is anything. */
const RETRY = process.env.CI === 'true' ? 1 : 0;

/** What is fuzzed without a server. */
const FUZZED = ['src/domain/citations.fuzz.test.ts', 'src/ai/hostile-answers.test.ts'];

// The quick projects run first, those of whole processes and browsers together at the end; two files at a time, as on the smallest machine.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    maxWorkers: 2,
    isolate: false,
    // What is waited for comes by itself; on a busy machine it takes its time.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', './tests/support/reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'tests/*.test.ts'],
          testTimeout: MINUTE_MS,
          hookTimeout: MINUTE_MS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/close-after-file.ts'],
          testTimeout: MINUTE_MS,
          hookTimeout: MINUTE_MS,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // On a real S3 server: npm run test:s3.
        extends: true,
        test: {
          name: 's3',
          expect: PATIENT,
          include: ['tests/s3/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/close-after-file.ts'],
          testTimeout: 2 * MINUTE_MS,
          hookTimeout: MINUTE_MS,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // What is slow by nature, such as storms of requests: npm run test:slow.
        extends: true,
        test: {
          name: 'slow',
          expect: PATIENT,
          retry: RETRY,
          // With all that is fuzzed, of which npm test goes through a tenth (tests/support/fuzz/volume.ts).
          include: ['tests/slow/**/*.test.ts', ...FUZZED],
          env: { FUZZ_VOLUME: '1' },
          globalSetup: ['tests/support/global-setup.ts', 'tests/support/global-setup-application.ts'],
          setupFiles: ['tests/support/close-after-file.ts'],
          testTimeout: 10 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
          // Each file measures how the server answers meanwhile, and has the machine to itself.
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
      {
        // Behind nginx and Caddy: npm run test:proxies.
        extends: true,
        test: {
          name: 'proxies',
          expect: PATIENT,
          include: ['tests/proxies/**/*.test.ts'],
          testTimeout: 3 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
          sequence: { groupOrder: 4 },
        },
      },
      {
        // The whole story in Chromium and Firefox: npm run test:browsers.
        extends: true,
        test: {
          name: 'browsers',
          expect: PATIENT,
          retry: RETRY,
          include: ['tests/browsers/**/*.test.ts'],
          testTimeout: 3 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
          sequence: { groupOrder: 4 },
        },
      },
      {
        // The container image: npm run test:container.
        extends: true,
        test: {
          name: 'container',
          expect: PATIENT,
          include: ['tests/container/**/*.test.ts'],
          testTimeout: 3 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
          sequence: { groupOrder: 4 },
        },
      },
      {
        // Processes that are killed, disks that are full: npm run test:faults.
        extends: true,
        test: {
          name: 'faults',
          expect: PATIENT,
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 30 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          expect: PATIENT,
          retry: RETRY,
          include: ['tests/system/**/*.test.ts'],
          testTimeout: 3 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          expect: PATIENT,
          retry: RETRY,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts', 'tests/support/global-setup-application.ts'],
          testTimeout: 3 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
