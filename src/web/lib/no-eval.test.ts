import { expect, it } from 'vitest';

it('is what zod goes by', async () => {
  await import('./no-eval.ts');
  const { config } = await import('zod');
  expect(config().jitless).toBe(true);
});
