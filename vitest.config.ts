import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const MINUTE_MS = 60_000;
/** For tests that wait for whole processes: a busy machine may stall for 20 s. */
const PATIENT = { poll: { timeout: MINUTE_MS } };

/** The fuzz tests that need no server. */
const FUZZED = ['src/domain/citations.fuzz.test.ts', 'src/ai/hostile-answers.test.ts'];

/** Slow tests that assert how long something takes, or how the server responds to others meanwhile. */
const MEASURED = [
  'history',
  'hostile-pages',
  'largest-text',
  'live-text',
  'long-silence',
  'nodes',
  'small-machine',
  'stopping',
  'uploads',
  'visitors',
].map((name) => `tests/slow/${name}.test.ts`);

const SLOW = {
  expect: PATIENT,
  globalSetup: ['tests/support/global-setup.ts', 'tests/support/global-setup-application.ts'],
  setupFiles: ['tests/support/close-after-file.ts'],
  testTimeout: 10 * MINUTE_MS,
  hookTimeout: 3 * MINUTE_MS,
};

// Quick projects run first, those with whole processes and browsers at the end; two files at a time, as on the smallest machine.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    maxWorkers: 2,
    isolate: false,
    // Everything that tests wait for happens by itself, but takes a while on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // One line for each file that passed.
    slowTestThreshold: Number.POSITIVE_INFINITY,
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
        // Tests that are slow by nature, such as killed processes: npm run test:slow.
        extends: true,
        test: {
          ...SLOW,
          name: 'slow',
          // Includes all fuzz cases, of which npm test tries a tenth (tests/support/fuzz/volume.ts).
          include: ['tests/slow/**/*.test.ts', ...FUZZED],
          exclude: MEASURED,
          env: { FUZZ_VOLUME: '1' },
          sequence: { groupOrder: 4 },
        },
      },
      {
        // Slow tests that measure, such as request storms. Each file has the machine to itself.
        extends: true,
        test: {
          ...SLOW,
          name: 'measured',
          include: MEASURED,
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
      {
        // Tests behind nginx and Caddy: npm run test:proxies.
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
        // A user's whole story in Chromium, Firefox and WebKit: npm run test:browsers.
        extends: true,
        test: {
          name: 'browsers',
          expect: PATIENT,
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
        // Killed processes, full disks and other faults: npm run test:faults.
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
