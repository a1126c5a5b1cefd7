import { describe, expect, it } from 'vitest';
import { ApiError, isUnauthorized, urlOf } from './api.ts';

describe('ApiError', () => {
  it('says the status and the body, and carries what the body means', () => {
    const error = new ApiError(
      404,
      'Not Found',
      '{"message":"Transcript not found.","code":"transcript_not_found"}',
    );
    expect(error.message).toBe('404: {"message":"Transcript not found.","code":"transcript_not_found"}');
    expect(error).toMatchObject({
      status: 404,
      code: 'transcript_not_found',
      userMessage: 'Transcript not found.',
    });
  });

  it('falls back to the status text, and bears any body', () => {
    expect(new ApiError(502, 'Bad Gateway', '').message).toBe('502: Bad Gateway');
    expect(new ApiError(500, '', '<html>').code).toBeNull();
  });
});

describe('addressOf', () => {
  it('fills parameters in and leaves absent query values out', () =>
    expect(urlOf('/api/transcripts/:id', { id: 7 }, { page: 2, limit: undefined, q: 'a&b' })).toBe(
      '/api/transcripts/7?page=2&q=a%26b',
    ));
});

describe('isUnauthorized', () => {
  it('is about 401 alone', () => {
    expect(isUnauthorized(new ApiError(401, '', ''))).toBe(true);
    expect(isUnauthorized(new ApiError(403, '', ''))).toBe(false);
    expect(isUnauthorized(new TypeError('Failed to fetch'))).toBe(false);
  });
});
