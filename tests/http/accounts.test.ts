import { expect, it } from 'vitest';
import { getCurrentUser, signIn } from '#contract/auth.ts';
import { createAccountByOperator, setPassword, signOut, unlink } from '#server/features/auth/operator.ts';
import { sharedApp } from '#tests/support/app.ts';

it('creates an account that can sign in, once for each address', async () => {
  const { deps, visitor } = await sharedApp();
  const { email } = await createAccountByOperator(deps, 'bob@example.test', 'a new horse');
  await visitor().call(signIn, { body: { email, password: 'a new horse' } });
  await expect(createAccountByOperator(deps, 'Bob@example.test', 'a new horse')).rejects.toThrow(
    'There is already an account with the email address Bob@example.test.',
  );
});

it('refuses a password that is guessed first or too short', async () => {
  const { deps, person, visitor } = await sharedApp();
  const { email } = await person();
  for (const [password, reason] of [
    ['short', 'The password needs at least 8 characters.'],
    ['password123', 'This password is among those that are guessed first. Please choose another one.'],
  ] as const) {
    await expect(setPassword(deps, email, password)).rejects.toThrow(reason);
    await expect(createAccountByOperator(deps, 'carla@example.test', password)).rejects.toThrow(reason);
  }
  await visitor().call(signIn, { body: { email, password: 'correct horse' } });
});

it('signs somebody out everywhere', async () => {
  const { deps, person } = await sharedApp();
  const ann = await person();
  expect(await signOut(deps, ann.email.toUpperCase())).toMatchObject({ email: ann.email });
  await expect(ann.call(getCurrentUser, {})).rejects.toMatchObject({ status: 401 });
});

it('names the address that nobody has', async () => {
  const { deps } = await sharedApp();
  const line = 'Nobody has the e-mail address nobody@example.test here.';
  await expect(setPassword(deps, 'nobody@example.test', 'a new horse')).rejects.toThrow(line);
  await expect(signOut(deps, 'nobody@example.test')).rejects.toThrow(line);
  await expect(unlink(deps, 'nobody@example.test')).rejects.toThrow(line);
});
