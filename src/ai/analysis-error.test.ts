import { expect, it } from 'vitest';
import { AnalysisError, retryAfterMs, ServiceFailure } from './analysis-error.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['7', 7000],
  ['0', 0],
  ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', null],
  ['soon', null],
  ['-5', null],
  ['', null],
  [null, null],
])('reads a wait of %j as %j ms', (header, ms) => expect(retryAfterMs(header, NOW)).toBe(ms));

it('keeps of a service’s failure only what names it', () => {
  const failure = new ServiceFailure({ status: 401, type: 'key sk-123 is wrong', requestId: 'req_1' });
  expect(failure.message).toBe('status 401, req_1');
  expect(new AnalysisError({ code: 'key_rejected' }, failure).cause).toBe(failure);
});
