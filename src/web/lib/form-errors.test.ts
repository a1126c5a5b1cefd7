import { describe, expect, it } from 'vitest';
import { SignUp } from '#contract/auth.ts';
import { ApiError } from './api.ts';
import { errorsOfFailure, errorsOfIssues, messageOfFailure } from './form-errors.ts';

describe('errorsOfIssues', () => {
  it('keeps the first problem of each field of the form', () => {
    const issues =
      SignUp.safeParse({ firstName: ' ', email: 'nobody', password: 'short' }).error?.issues ?? [];
    expect(Object.keys(errorsOfIssues(issues)).toSorted()).toEqual(['email', 'firstName', 'password']);
  });

  it('reads the paths of the server', () =>
    expect(
      errorsOfIssues([
        { path: 'body.email', message: 'Wrong' },
        { path: '/password', message: 'Short' },
      ]),
    ).toEqual({
      email: 'Wrong',
      password: 'Short',
    }));
});

describe('errorsOfFailure', () => {
  it('puts a taken address beside the address', () =>
    expect(errorsOfFailure(new ApiError(409, '', '{"message":"Taken","code":"email_taken"}'))).toEqual({
      email: 'Taken',
    }));
  it('blames no field for wrong credentials', () =>
    expect(errorsOfFailure(new ApiError(401, '', '{"message":"Wrong","code":"wrong_credentials"}'))).toEqual(
      {},
    ));
});

describe('messageOfFailure', () => {
  it('says what the server says, or that it is out of reach', () => {
    expect(messageOfFailure(new ApiError(401, '', '{"message":"Wrong","code":"wrong_credentials"}'))).toBe(
      'Wrong',
    );
    expect(messageOfFailure(new TypeError('Failed to fetch'))).toMatch(/connection/);
  });
});
