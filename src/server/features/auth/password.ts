import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB and 2 passes, OWASP's first choice; about 22 ms, off the main thread. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let unknownPerson: Promise<string> | undefined;

/** Returns the standard text form with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Takes equally long for an account that does not exist, so that the time does not reveal which addresses have one. */
export async function isPassword(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  unknownPerson ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await unknownPerson), password);
  return matches && passwordHash != null;
}
