/** Base64url of the same bytes but for the last one. A fixed text put in the place of its end would now and then be what stands there already. */
export function withLastByteChanged(encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString('base64url');
}
