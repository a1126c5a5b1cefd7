/** How many of `all` random cases a test tries: all of them in npm run test:slow (vitest.config.ts), a tenth in npm test. */
export function fuzzVolume(all: number): number {
  return Math.ceil(all * Number(process.env.FUZZ_VOLUME ?? 0.1));
}
