/** Changes the last byte of a base64url text. Replacing the end with a fixed text would sometimes change nothing. */
export function withLastByteChanged(encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString('base64url');
}
