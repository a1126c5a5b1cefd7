import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { UserId } from './ids.ts';
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './limits.ts';

export const CurrentUser = z.object({
  id: UserId,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const Email = z
  .string()
  .trim()
  .max(254, 'This e-mail address is too long.')
  .pipe(z.email('Please enter a valid e-mail address.'));

export const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `The password needs at least ${MIN_PASSWORD_LENGTH} characters.`)
  .max(MAX_PASSWORD_LENGTH, `The password can have at most ${MAX_PASSWORD_LENGTH} characters.`);

export const SignUp = z.object({
  email: Email,
  password: NewPassword,
  firstName: z
    .string()
    .trim()
    .min(1, 'Please enter your first name.')
    .max(MAX_NAME_LENGTH, 'This name is too long.'),
  lastName: z.string().trim().max(MAX_NAME_LENGTH, 'This name is too long.').optional(),
});

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up',
  summary: 'Create a local account and sign in.',
  caller: 'anyone',
  status: 201,
  body: SignUp,
  response: CurrentUser,
});

export const SignUpState = z.object({
  /** Whether an account can be created now. */
  isOpen: z.boolean(),
});

export const getSignUpState = endpoint({
  method: 'GET',
  path: '/api/auth/sign-up',
  summary: 'Whether accounts can be created here.',
  caller: 'anyone',
  response: SignUpState,
});

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in',
  summary: 'Sign in with e-mail and password.',
  caller: 'anyone',
  body: z.object({ email: z.string().trim().max(254), password: z.string().max(1000) }),
  response: CurrentUser,
});

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Who is signed in.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  response: CurrentUser,
});

export const Success = z.object({ success: z.literal(true) });
export const SUCCESS: z.infer<typeof Success> = { success: true };

export const PasswordState = z.object({
  /** Whether the person has a password that is valid here. */
  isSet: z.boolean(),
});
export type PasswordState = z.infer<typeof PasswordState>;

export const getPasswordState = endpoint({
  method: 'GET',
  path: '/api/auth/password',
  summary: 'Whether the person signs in here with a password.',
  caller: 'signed-in',
  scope: 'none',
  response: PasswordState,
});

export const PasswordChange = z.object({
  currentPassword: z.string().min(1, 'Please enter your current password.').max(1000),
  newPassword: NewPassword,
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/password',
  summary: 'Change the password. Every other session of the person ends.',
  caller: 'signed-in',
  scope: 'none',
  body: PasswordChange,
  response: Success,
});

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out-everywhere',
  summary: 'End every session of the person, on all devices.',
  caller: 'signed-in',
  scope: 'none',
  response: Success,
});
