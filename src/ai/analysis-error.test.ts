import { expect, it } from 'vitest';
import { AnalysisError, ServiceFailure } from './analysis-error.ts';

it('keeps only the name of a service’s failure', () => {
  const failure = new ServiceFailure({ status: 401, type: 'key sk-123 is wrong', requestId: 'req_1' });
  expect(failure.message).toBe('status 401, req_1');
  expect(new AnalysisError({ code: 'key_rejected' }, failure).cause).toBe(failure);
});
