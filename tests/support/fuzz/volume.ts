/** How many of so many random cases a test goes through: all of them in npm run test:slow (vitest.config.ts), a tenth in npm test. */
export function fuzzVolume(all: number): number {
  return Math.ceil(all * Number(process.env.FUZZ_VOLUME ?? 0.1));
}
