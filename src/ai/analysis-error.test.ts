import { expect, it } from 'vitest';
import { AnalysisError, ServiceFailure } from './analysis-error.ts';

it('keeps of a service’s failure only what names it', () => {
  const failure = new ServiceFailure({ status: 401, type: 'key sk-123 is wrong', requestId: 'req_1' });
  expect(failure.message).toBe('status 401, req_1');
  expect(new AnalysisError({ code: 'key_rejected' }, failure).cause).toBe(failure);
});
