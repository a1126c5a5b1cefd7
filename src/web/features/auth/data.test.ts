import { expect, it } from 'vitest';
import { getCurrentUser } from '#contract/auth.ts';
import { CURRENT_USER } from './data.ts';

it('asks for the current user where the contract says', () =>
  expect(CURRENT_USER).toEqual({ method: getCurrentUser.method, path: getCurrentUser.path }));
